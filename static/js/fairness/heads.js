// Places of the public log that this browser has seen: [{index, hash, at}], ascending index. Pure.

const MAX_HEADS = 64;

/** Return `heads` without the one in the middle that is closest to its neighbours. */
function thinned(heads) {
  let closest = 1;
  const gap = (at) => heads[at + 1].index - heads[at - 1].index;
  for (let at = 2; at < heads.length - 1; at += 1) if (gap(at) < gap(closest)) closest = at;
  return heads.filter((_, at) => at !== closest);
}

/**
 * Return `heads` with `head` {index, hash, at} added. The first and the newest stay; the ones between are thinned out.
 * The hash that was seen first at a place is never replaced.
 */
export function withHead(heads, head) {
  if (heads.some(({ index }) => index === head.index)) return heads;
  const all = [...heads, head].sort((a, b) => a.index - b.index);
  return all.length > MAX_HEADS ? thinned(all) : all;
}

/** Return the head at the same place with another hash, if there is one: proof of two different logs. */
export function conflicting(heads, { index, hash }) {
  return heads.find((head) => head.index === index && head.hash !== hash) ?? null;
}
