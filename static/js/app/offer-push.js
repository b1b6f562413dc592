// The offer to tell the player when it is their turn: in a game with a day a turn, once they have made
// their first move or wait for others. js/room/app-facts.js says when. The browser asks after a tap only.

import { gettext } from "../language/language.js";
import { isWaitingLong, when } from "./playing.js";
import { canPush, isSubscribed, pushPermission, subscribe } from "./push.js";
import { ask } from "./question.js";
import { noteRefusal, refusedAt } from "./refusals.js";

const REFUSED = "push-refused";
const REST_MS = 30 * 24 * 3600 * 1000;
const PAUSE_MS = 2500; // what has just happened comes first

async function accept() {
  if (await subscribe()) {
    ask({ name: "push", text: gettext("We’ll tell you. You can change this in your settings."), no: gettext("OK") });
    return;
  }
  noteRefusal(REFUSED);
  const blocked = pushPermission() === "denied";
  const text = blocked ? gettext("Your browser blocks notifications from this site. You can allow them in the browser’s settings.") : gettext("That did not work. You can try again in your settings.");
  ask({ name: "push", text, no: gettext("OK") });
}

async function offer() {
  if (!isWaitingLong() || (await isSubscribed())) return;
  ask({
    name: "push",
    text: gettext("You don’t have to wait here. Shall we tell you when it’s your turn?"),
    yes: gettext("Tell me when it’s my turn"),
    no: gettext("Not now"),
    onYes: accept,
    onNo: () => noteRefusal(REFUSED),
    isWelcome: isWaitingLong,
  });
}

/** Offer it at the right moment, if the browser can and has not been told no. */
export function offerPush() {
  if (!canPush() || pushPermission() === "denied" || Date.now() - refusedAt(REFUSED) < REST_MS) return;
  when(isWaitingLong, () => setTimeout(offer, PAUSE_MS));
}
