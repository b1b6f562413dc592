// Draws and sounds the moments of new events. A page that loads a game, or has missed events, shows none: only
// events that arrive one after the other come here.

import { effect, signal, untracked } from "@preact/signals";

import { gettext, number } from "../../language/language.js";
import { count } from "../../scorecard/totals.js";
import { motion } from "../../settings/settings.js";
import { cue, cueLanding } from "../../sound/cue.js";
import { atRest } from "../state/dice-motion.js";
import { holdResult } from "../state/ending.js";
import { endingOf } from "../state/margin.js";
import { cheer, ownSeat, myTurn, sheet, view } from "../state/state.js";
import { cuesOf, isMyTurnNow, turnCue } from "./cues.js";
import { draw, still } from "./drawings.js";
import { FLIGHT_MS } from "./flight.js";
import { diceMiddle } from "./light.js";
import { momentsOf, NOTHING_KNOWN } from "./moments.js";

const PACES = { full: 1, short: 0.5 };
const COUNT_MS = 420;
// The last points land, the total counts up, and everybody has a look at the card: for long if it is close.
const END_MS = { narrow: 2600, usual: 1500, far: 1100 };
const MAX_LATE_MS = 600; // after a page was busy for longer, nobody expects the celebration any more

const TEXTS = { bonus: (points) => `+${number(points)}`, joker: () => gettext("Joker"), lead: () => gettext("In the lead"), near: () => gettext("So close!") };

let memory = NOTHING_KNOWN;
const waiting = signal(null); // {game, moments}: of a roll, until its dice lie still

/** Return the pace of the drawings: 1, less for "short", 0 for none. */
function paceNow() {
  return document.hidden ? 0 : (PACES[motion.value] ?? 0);
}

/** Draw the moments once the page shows the new view. */
function drawSoon(moments, from, pace) {
  const context = { sheet: sheet.value, mine: ownSeat.value, texts: TEXTS, from, pace };
  if (pace === 0) return document.hidden ? undefined : moments.forEach((moment) => still(moment, context));
  const asked = performance.now();
  requestAnimationFrame(() => {
    if (performance.now() - asked > MAX_LATE_MS) return;
    for (const moment of moments) draw(moment, context);
  });
}

/** Return the reaction that fits what somebody else has done, or "". */
function fittingReaction(moments) {
  const theirs = moments.filter(({ seat }) => seat !== undefined && seat !== ownSeat.value).map(({ kind }) => kind);
  if (theirs.some((kind) => kind === "near" || kind === "near bonus")) return "so_close";
  return theirs.some((kind) => ["yacht", "straight", "alike", "upper bonus"].includes(kind)) ? "nice_roll" : "";
}

function perform(moments, from) {
  cheer.value = fittingReaction(moments);
  cuesOf(moments, ownSeat.value).forEach(cue);
  drawSoon(moments, from, paceNow());
}

function needsDice({ kind, dice }) {
  return dice ? true : kind === "alike";
}

function isEnd({ kind }) {
  return kind === "victory";
}

/** Show the result and celebrate it: after a last box when the card has been seen, else at once. */
function performEnd(end, after, scored) {
  const pace = paceNow();
  const how = endingOf(after, ownSeat.value);
  const told = end.map((moment) => ({ ...moment, ...how }));
  if (!scored || pace === 0) return perform(told, null);
  holdResult(after.game, END_MS[how.margin] * pace, () => perform(told, null));
}

function countTotals(moments, pace) {
  if (pace === 0) return;
  const times = { delay: FLIGHT_MS * pace, duration: COUNT_MS * pace };
  for (const moment of moments) if (moment.kind === "total") count(moment, times);
}

function isMove({ type }) {
  return type === "dice.rolled" || type === "box.scored";
}

/** Celebrate `events`, which have turned the view `before` (null if none) into `after`. */
export function celebrate(events, before, after) {
  const found = momentsOf({ events, before, after, sheet: sheet.value, memory });
  memory = found.memory;
  const end = found.moments.filter(isEnd);
  const now = found.moments.filter((moment) => !needsDice(moment) && !isEnd(moment));
  const later = found.moments.filter(needsDice);
  if (events.some(isMove)) waiting.value = later.length > 0 ? { game: after.game, moments: later } : null;
  countTotals(now, paceNow());
  perform(now, diceMiddle());
  const scored = now.some(({ kind }) => kind === "points");
  if (end.length > 0) performEnd(end, after, scored);
  // Without an animation the dice are there at once.
  if (atRest.value && events.some(({ type }) => type === "dice.rolled")) cueLanding([0], myTurn.peek());
  if (isMyTurnNow(before, after, ownSeat.value)) cue(turnCue(scored));
}

function performWaiting({ game, moments }) {
  waiting.value = null;
  if (view.value?.game === game) perform(moments, null);
}

/** Begin to watch for dice that come to rest. */
export function watchMoments() {
  effect(() => {
    const ready = atRest.value ? waiting.value : null;
    if (ready) untracked(() => performWaiting(ready));
  });
}
