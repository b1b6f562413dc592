// Keyboard shortcuts of a game: 1, 2, ... hold, R or Space roll, H hint, C chat, arrows and Enter for boxes. Each
// key that does something answers in the live region, unless the game's events do.

import { holdWords } from "../../dice/holds.js";
import { gettext } from "../../language/language.js";
import { nearest } from "../../scorecard/arrow-keys.js";
import { announce } from "../../ui/live-region.js";
import { openChat } from "../chat/side-panel.js";
import { askHint, roll, toggleHold } from "../moves/commands.js";
import { noSuchDice, whyNoHint, whyNoHold, whyNoRoll } from "../moves/refusals.js";
import { dropChoice } from "../moves/scoring.js";
import { actingSeat, held, sheet, view } from "../state/state.js";
import { closeHint } from "./hint.js";

const OFFERS = "button.offer";

function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function moveFocus(key) {
  const offers = [...document.querySelectorAll(OFFERS)].filter((each) => each.offsetParent);
  if (offers.length === 0) return false;
  const now = offers.indexOf(document.activeElement);
  if (now < 0) {
    offers[0].focus();
    return true;
  }
  const next = nearest(offers.map(centre), centre(offers[now]), key);
  offers[next]?.focus();
  return true;
}

function holdByKey(position) {
  if (position >= sheet.value.dice) return announce(noSuchDice());
  if (!toggleHold(position)) return announce(whyNoHold());
  return announce(holdWords(view.value.seats[actingSeat.value].turn.dice, held.value));
}

function rollByKey() {
  if (!roll()) announce(whyNoRoll());
}

function hintByKey() {
  if (!askHint()) announce(whyNoHint());
}

function undoByKey() {
  if (closeHint()) return;
  if (dropChoice()) announce(gettext("Cancelled."));
}

/** Run the shortcut of `key` (../../ui/pressed-key.js); return whether it has one. `onControl`: whether a button or link has the focus. */
export function gameKey(key, onControl) {
  if (/^[1-9]$/.test(key)) holdByKey(Number(key) - 1);
  else if (key === "r") rollByKey();
  else if (key === " " && !onControl) rollByKey();
  else if (key === "h") hintByKey();
  else if (key === "c") openChat();
  else if (key === "Escape") undoByKey();
  else if (key.startsWith("Arrow")) return moveFocus(key);
  else return false;
  return true;
}
