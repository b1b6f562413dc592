// What has changed among my challenges. Pure; a challenge is as the server sends it.

/** Return the challenges that wait for the answer of `player`. */
export function incoming(challenges, player) {
  return challenges.filter((each) => each.status === "open" && each.to.player === player);
}

/** Return the challenges of `player` that are open, or were just answered. */
export function outgoing(challenges, player) {
  return challenges.filter((each) => each.from.player === player && each.status !== "withdrawn");
}

/**
 * Compare what was known with what is. Returns {asked, declined, room}: challenges to `player` that
 * are new, challenges of his that were declined, and the code of the table of one that was open and
 * is accepted now, or null.
 */
export function challengeNews(before, now, player) {
  const old = new Map(before.map((each) => [each.id, each]));
  const turned = now.filter((each) => old.get(each.id)?.status === "open");
  return {
    asked: incoming(now, player).filter((each) => !old.has(each.id)),
    declined: turned.filter((each) => each.status === "declined" && each.from.player === player),
    room: turned.find((each) => each.status === "accepted")?.room ?? null,
  };
}
