// Reasons, for the live region, why a key or a typed command does nothing now.

import { gettext } from "../../language/language.js";
import { isShown } from "../state/round-state.js";
import { choice, held, mySeat, myTurn, sheet, view } from "../state/state.js";
import { hasNoHints, mayAct } from "./commands.js";

const later = () => gettext("Wait for the dice.");
export const noSuchDice = () => gettext("There are no such dice.");
const notRolled = () => gettext("Roll first.");
const noRolls = () => gettext("No rolls left. Score a box.");

/** Return why I may not act at all, or "". */
export function whyNoMove() {
  if (view.value?.status !== "playing") return gettext("No game is running.");
  if (mySeat.value === null) return `${gettext("You’re watching")}.`;
  if (!myTurn.value) return gettext("It is not your turn.");
  return mayAct() && choice.value.until === null ? "" : whyBusy();
}

function whyBusy() {
  if (choice.value.until !== null) return gettext("A box is about to be scored. Press Escape to undo.");
  return later();
}

function turn() {
  return view.value.seats[mySeat.value].turn;
}

export function whyNoRoll() {
  const no = whyNoMove();
  if (no) return no;
  if (isShown.value) return gettext("The next round has not begun yet.");
  if (!view.value.seats[mySeat.value].may_roll) return noRolls();
  return held.value.length === sheet.value.dice ? `${gettext("All dice held")}.` : later();
}

export function whyNoHold() {
  const no = whyNoMove();
  if (no) return no;
  return turn().dice ? noRolls() : notRolled();
}

export function whyNoHint() {
  const no = whyNoMove();
  if (no) return no;
  if (hasNoHints()) return gettext("This table has no hints.");
  return turn().dice ? later() : notRolled();
}
