// The public log of fingerprints, over HTTP.

const RANGE = 1000; // entries in one answer, at most

async function read(address, options = {}) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, ...options });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/**
 * Return the newest place of the log {index, at, hash}. `api`: the address of the log. Throws if that fails.
 *
 * Never from a cache: an older answer would look like a log that has lost the entries since.
 */
export function fetchHead(api) {
  return read(api, { cache: "no-cache" });
}

/** Return the list of the games of the group `code`, as text. Throws if that fails. */
export async function fetchGroup(code) {
  const answer = await fetch(`/fair/log/groups/${encodeURIComponent(code)}.txt`);
  if (!answer.ok) throw new Error(`${code}: ${answer.status}`);
  return answer.text();
}

/** Return the entries `from` to `to`, both included, in order, without missing ones. Throws if that fails. */
export async function fetchEntries(api, from, to) {
  const entries = [];
  for (let next = from; next <= to; next += RANGE) {
    const range = await read(`${api}/entries?from=${next}&to=${Math.min(to, next + RANGE - 1)}`);
    entries.push(...range.entries);
  }
  return entries;
}
