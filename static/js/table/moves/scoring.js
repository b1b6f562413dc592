// Scoring by taps on the card, in the way that the player has chosen. The rules for that are in scorecard/choice.js.

import { effect } from "@preact/signals";

import { gettext, interpolate } from "../../language/language.js";
import { serverNow } from "../../net/server-time.js";
import { confirm, leave, NOTHING, pass, tap } from "../../scorecard/choice.js";
import { confirmScore } from "../../settings/settings.js";
import { boxName, worth } from "../../ui/event-text.js";
import { announce } from "../../ui/live-region.js";
import { choice, myTurn, sheet, view } from "../state/state.js";
import { mayAct, score } from "./commands.js";

let timer = 0;

function take({ choice: next, send }) {
  choice.value = next;
  if (send) score(send);
}

/** Say what the choice of a box has done. */
function announceChoice({ option, until }) {
  const words = { points: worth(sheet.value, option.column, option.points), box: boxName(sheet.value, option) };
  if (until === null) announce(interpolate(gettext("%(points)s in %(box)s. Choose it again to score."), words));
  else announce(interpolate(gettext("Scoring %(points)s in %(box)s. Press Escape to undo."), words));
}

/** Choose the box of `option`, or score it if it is chosen already. `byKey`: see `tap`. */
export function pickBox(option, byKey) {
  if (!mayAct()) return;
  const { deadline } = view.value;
  take(tap(choice.value, option, { mode: confirmScore.value, now: serverNow(), deadline, byKey }));
  if (choice.value.option) announceChoice(choice.value);
}

/** Score the chosen box. */
export function scoreChosen() {
  if (mayAct()) take(confirm(choice.value));
}

/** Forget the chosen box; return whether there was one. */
export function dropChoice() {
  if (!choice.value.option) return false;
  choice.value = NOTHING;
  return true;
}

function sendOnLeaving() {
  if (myTurn.value) take(leave(choice.value));
}

/** Send a box when the time to undo it is over, or when the player leaves the page. */
export function watchChoice() {
  effect(() => {
    const { until } = choice.value;
    clearTimeout(timer);
    if (until === null) return;
    timer = setTimeout(() => take(pass(choice.value, Math.max(until, serverNow()))), until - serverNow());
  });
  addEventListener("pagehide", sendOnLeaving);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && sendOnLeaving());
}
