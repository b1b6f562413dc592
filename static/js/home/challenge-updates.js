// Compares lists of challenges, as the server sends them. Pure.

/** Return the challenges that `player` has to answer. */
export function incoming(challenges, player) {
  return challenges.filter((each) => each.status === "open" && each.to.player === player);
}

/** Return the challenges that `player` sent: open ones and answered ones. */
export function outgoing(challenges, player) {
  return challenges.filter((each) => each.from.player === player && each.status !== "withdrawn");
}

/**
 * Compare two lists of challenges. Returns {asked, declined, room}: new challenges to `player`, their
 * own challenges that were declined, and the room code of a challenge that was accepted, or null.
 */
export function challengeChanges(before, now, player) {
  const old = new Map(before.map((each) => [each.id, each]));
  const answered = now.filter((each) => old.get(each.id)?.status === "open");
  return {
    asked: incoming(now, player).filter((each) => !old.has(each.id)),
    declined: answered.filter((each) => each.status === "declined" && each.from.player === player),
    room: answered.find((each) => each.status === "accepted")?.room ?? null,
  };
}
