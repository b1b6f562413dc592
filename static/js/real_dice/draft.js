// The turn that is being entered: all rolls of it, or only its last dice. Pure.
//
// A draft is {kind, rolls, hold, first}. `kind`: "rolls", "dice" or "points". `rolls`: [{dice, hold}], where a die that is
// not entered yet is null, and `hold` are the positions kept from the roll before. `hold`: the positions to keep for the
// next roll. `first`: whether the last dice came in the first roll (kind "dice").

export const KINDS = ["dice", "rolls", "points"];

export function emptyDraft(kind, count) {
  return { kind, rolls: kind === "points" ? [] : [{ dice: Array(count).fill(null), hold: [] }], hold: [], first: false };
}

/** Return the draft of a turn that was entered, to change it. */
export function draftOf(turn, count) {
  if (turn.kind === "points") return emptyDraft("points", count);
  return { kind: turn.kind, rolls: turn.rolls, hold: [], first: turn.kind === "dice" && turn.roll === 1 };
}

/** Return the dice of the last roll, with nulls, or null for points only. */
export function lastDice({ rolls }) {
  return rolls.at(-1)?.dice ?? null;
}

/** Return the dice of the last roll if all are entered, else null. */
export function fullDice(draft) {
  const dice = lastDice(draft);
  return dice && !dice.includes(null) ? dice : null;
}

/** Return whether nothing has been entered. */
export function isBlank({ rolls }) {
  return rolls.length <= 1 && rolls.every(({ dice }) => dice.every((die) => die === null));
}

function withLast(draft, change) {
  const rolls = [...draft.rolls];
  rolls.push({ ...rolls.pop(), ...change });
  return { ...draft, rolls, hold: [] };
}

/** Enter a face at the first free place. */
export function enter(draft, face) {
  const dice = [...lastDice(draft)];
  const free = dice.indexOf(null);
  if (free < 0) return draft;
  dice[free] = face;
  return withLast(draft, { dice });
}

/** Take a die back. Dice that were held from the roll before stay. */
export function clear(draft, at) {
  if (draft.rolls.at(-1).hold.includes(at)) return draft;
  return withLast(draft, { dice: lastDice(draft).map((die, each) => (each === at ? null : die)) });
}

/** Take the last die back; if there is none in this roll, the roll. */
export function back(draft) {
  const { dice, hold } = draft.rolls.at(-1);
  const entered = dice.flatMap((die, at) => (die !== null && !hold.includes(at) ? [at] : []));
  if (entered.length > 0) return clear(draft, entered.at(-1));
  if (draft.rolls.length === 1) return draft;
  return { ...draft, rolls: draft.rolls.slice(0, -1), hold };
}

/** Keep a die for the next roll, or no longer. */
export function toggleHold(draft, at) {
  const hold = draft.hold.includes(at) ? draft.hold.filter((each) => each !== at) : [...draft.hold, at].sort((a, b) => a - b);
  return { ...draft, hold };
}

/** Return whether there may be another roll: all dice are entered, and not all are held. */
export function mayRoll(draft, most) {
  return draft.kind === "rolls" && fullDice(draft) !== null && draft.rolls.length < most && draft.hold.length < lastDice(draft).length;
}

/** Begin the next roll with the dice that are held. */
export function rollAgain(draft) {
  const dice = lastDice(draft).map((die, at) => (draft.hold.includes(at) ? die : null));
  return { ...draft, rolls: [...draft.rolls, { dice, hold: draft.hold }], hold: [] };
}

/** Return the number of the roll in the turn. `most`: rolls of a turn. */
export function rollNumber({ kind, rolls, first }, most) {
  if (kind === "rolls") return rolls.length;
  return first ? 1 : most;
}

/** Return the same dice entered in another way, as far as it knows them. */
export function changeKind(draft, kind, count) {
  if (kind === "points" || draft.kind === "points") return emptyDraft(kind, count);
  if (kind === "rolls") return { ...draft, kind, rolls: draft.rolls.slice(-1).map(({ dice }) => ({ dice, hold: [] })), hold: [], first: false };
  return { ...draft, kind, rolls: [{ dice: lastDice(draft), hold: [] }], hold: [] };
}
