// Applies messages to the game's view and log. Pure.

import { changedView } from "./changed-view.js";

/** Return `log` with `events` added: sorted by seq, each once. */
export function mergeLog(log, events) {
  const bySeq = new Map(log.map((event) => [event.seq, event]));
  for (const event of events) bySeq.set(event.seq, event);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Apply an `update` to {view, log}. Returns {view, log, fresh, gap}: `fresh` are the events to
 * animate; `gap` says that events are missing and must be requested.
 */
export function takeUpdate({ view, log }, update) {
  const same = view?.game === update.game;
  const first = update.events[0]?.seq ?? update.seq + 1;
  if (!same && first !== 1) return { view, log, fresh: [], gap: true };
  const known = same ? view.seq : 0;
  const merged = mergeLog(same ? log : [], update.events);
  if (update.seq <= known) return { view, log: merged, fresh: [], gap: false };
  // A view is complete at its seq, so it is shown even if events are missing.
  const gap = first > known + 1;
  const fresh = gap ? [] : update.events.filter((event) => event.seq > known);
  return { view: update.view, log: merged, fresh, gap };
}

/**
 * Apply a `delta` to {view, log}. Returns the same as `takeUpdate`. If the view is not the one on which the delta is
 * based, the view stays, and `gap` says that it must be requested.
 */
export function takeDelta({ view, log }, delta) {
  const same = view?.game === delta.game;
  const merged = same ? mergeLog(log, delta.events) : log;
  if (same && delta.seq <= view.seq) return { view, log: merged, fresh: [], gap: false };
  if (!same || delta.base !== view.seq) return { view, log: merged, fresh: [], gap: true };
  const next = changedView(view, delta);
  // In rounds, `seq` counts what I have seen; a reveal tells where that is in the game's log.
  const ordered = next.public > (view.public ?? 0) ? inLogOrder(merged, view.public ?? 0, next.public) : merged;
  return { view: next, log: ordered, fresh: delta.events, gap: false };
}

/** Apply a whole view (from `welcome` or `snapshot`); the log of another game is dropped. */
export function replaceView({ view, log }, next) {
  if (next === null) return { view: null, log: [] };
  if (view?.game !== next.game) return { view: next, log: [] };
  return { view: next.seq >= view.seq ? next : view, log };
}

/** Return `seats` with a number behind each name that a seat before it has, too: "Alma" and "Alma 2". */
export function withOwnNames(seats) {
  const taken = new Set();
  return seats.map((seat) => {
    let name = seat.name;
    for (let number = 2; name && taken.has(name); number += 1) name = `${seat.name} ${number}`;
    taken.add(name);
    return name === seat.name ? seat : { ...seat, name };
  });
}

/**
 * Return `view` with the current names of the players in `room`. A game keeps the names from its
 * start, but staff may rename players during it.
 */
export function withNamesOf(room, view) {
  if (view === null) return null;
  const names = new Map(room.seats.map(({ player, name }) => [player, name]));
  const seats = withOwnNames(view.seats.map((seat) => ({ ...seat, name: names.get(seat.player) ?? seat.name })));
  return seats.every((seat, at) => seat.name === view.seats[at].name) ? view : { ...view, seats };
}

/** Return the last seq up to which the log is complete; 0 if its first event is missing. */
export function completeUpTo(log) {
  let seq = 0;
  for (const event of log) {
    if (event.seq !== seq + 1) break;
    seq = event.seq;
  }
  return seq;
}

/**
 * Return `log` with the events between two reveals under their numbers in the game's log. Events that came with the
 * reveal have `log`; mine take the remaining numbers. `from` and `to`: `public` of the view before and after. If some of
 * mine are missing, because I was away, all of mine are dropped.
 */
export function inLogOrder(log, from, to) {
  const isHere = ({ seq }) => seq > from && seq <= to;
  const here = log.filter(isHere);
  const placed = here.filter((event) => event.log !== undefined).map(({ log: seq, ...event }) => ({ ...event, seq }));
  const mine = here.filter((event) => event.log === undefined);
  const taken = new Set(placed.map(({ seq }) => seq));
  const free = Array.from({ length: to - from }, (_, at) => from + 1 + at).filter((seq) => !taken.has(seq));
  if (mine.length === free.length) placed.push(...mine.map((event, at) => ({ ...event, seq: free[at] })));
  return mergeLog(log.filter((event) => !isHere(event)), placed);
}
