// The sounds of the dice and of the clock, which follow what the table shows.

import { effect, untracked } from "@preact/signals";

import { throwTimes } from "../../dice/times.js";
import { gettext, pair } from "../../language/language.js";
import { serverNow } from "../../net/server-time.js";
import { motion as level } from "../../settings/settings.js";
import { cue, cueLanding, cueRattle } from "../../sound/cue.js";
import { duration } from "../../ui/duration.js";
import { announce } from "../../ui/live-region.js";
import { motion } from "../state/dice-motion.js";
import { held, moment, myTurn, sheet, view } from "../state/state.js";
import { holdSound } from "./cues.js";

const FALL_MS = 100; // from the hand to the felt, see dice/paths.js
const SHORT_FALL_MS = 160; // the same with short motion
const WARNINGS_MS = [10_000, 5_000]; // before the turn's time is up

/** Return when each thrown die touches the felt, in ms from now. */
function landings(landing) {
  const count = sheet.value.dice - landing.held.length;
  if (level.value !== "full") return [SHORT_FALL_MS];
  const now = performance.now();
  return throwTimes({ ...landing, count }).releases.map((release) => release + FALL_MS - now);
}

function watchDice() {
  let stopRattle = null;
  effect(() => {
    const now = motion.value;
    stopRattle?.();
    stopRattle = now.kind === "tumbling" ? cueRattle() : null;
    if (now.kind === "landing") untracked(() => cueLanding(landings(now), myTurn.value));
  });
}

function watchHolds() {
  let last = { moment: null, held: [] };
  effect(() => {
    const now = { moment: moment.value, held: held.value };
    const name = now.moment === last.moment ? holdSound(last.held, now.held) : null;
    last = now;
    if (name && motion.peek().kind === "rest") cue({ name, felt: myTurn.peek() });
  });
}

function warn(left) {
  cue({ name: "clock low", felt: true });
  if (left === WARNINGS_MS[0]) announce(pair(gettext("Time left"), duration(left / 1000)));
}

function watchClock() {
  let timers = [];
  effect(() => {
    timers.forEach(clearTimeout);
    const { deadline, clock } = view.value ?? {};
    if (!deadline || !myTurn.value) return;
    const left = deadline - serverNow();
    const due = WARNINGS_MS.filter((warning) => left > warning && clock * 1000 > warning * 2);
    timers = due.map((warning) => setTimeout(() => warn(warning), left - warning));
  });
}

/** Begin to follow the dice, the holds and the clock of the table. */
export function watchTable() {
  watchDice();
  watchHolds();
  watchClock();
}
