// The chain of a game's log, computed from its events. docs/fairness.md describes it. Pure.

import { hashOfText } from "./sha256.js";

const BEGINNING = "0".repeat(64);

/** Return the data of an event as the server stores it: without the names of players. */
function stored(data) {
  if (!data.seats) return data;
  return { ...data, seats: data.seats.map(({ name, ...seat }) => seat) };
}

/** Return the hash of an event {seq, type, seat, at, data}, given that of the event before it. */
function nextHash(previous, { seq, type, seat, at, data }) {
  return hashOfText(["event", previous, seq, type, seat ?? "", at, JSON.stringify(stored(data))].join("|"));
}

/** Return the hash of the last of `events`, the whole log of a game. */
export function headOf(events) {
  return events.reduce(nextHash, BEGINNING);
}

/** Return {code: hash} from the list of a group's games: a line "code|hash" for each. */
export function headsOfGroup(list) {
  return Object.fromEntries(list.split("\n").filter(Boolean).map((line) => line.split("|")));
}
