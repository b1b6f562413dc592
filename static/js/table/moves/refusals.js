// Reasons, for the live region, why a key or a typed command does nothing now.

import { gettext } from "../../language/language.js";
import { atRest } from "../state/dice-motion.js";
import { isRounds, isShown } from "../state/round-state.js";
import { choice, held, mySeat, myTurn, pending, room, sheet, view } from "../state/state.js";
import { mayAct } from "./commands.js";

const later = () => gettext("Wait for the dice.");
const notRolled = () => gettext("Roll first.");
const noRolls = () => gettext("No rolls left. Score a box.");

/** Return why I may not act at all, or "". */
export function whyNoMove() {
  if (view.value?.status !== "playing") return gettext("No game is running.");
  if (mySeat.value === null) return gettext("You are watching.");
  if (!myTurn.value) return isRounds.value ? gettext("You are done with this round.") : gettext("It is not your turn.");
  return mayAct() && choice.value.until === null ? "" : whyBusy();
}

function whyBusy() {
  if (choice.value.until !== null) return gettext("A box is about to be scored. Press Escape to undo.");
  return pending.value === null || !atRest.value ? later() : gettext("Waiting for the server.");
}

function turn() {
  return view.value.seats[mySeat.value].turn;
}

export function whyNoRoll() {
  const no = whyNoMove();
  if (no) return no;
  if (isShown.value) return gettext("The next round has not begun yet.");
  if (!view.value.seats[mySeat.value].may_roll) return noRolls();
  return held.value.length === sheet.value.dice ? gettext("All dice are held.") : later();
}

export function whyNoHold() {
  const no = whyNoMove();
  if (no) return no;
  return turn().dice ? noRolls() : notRolled();
}

export function whyNoHint() {
  const no = whyNoMove();
  if (no) return no;
  if (room.value.rated) return gettext("No hints in rated games.");
  if (room.value.tournament) return gettext("No hints in tournaments.");
  return turn().dice ? later() : notRolled();
}
