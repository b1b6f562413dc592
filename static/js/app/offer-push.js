// The offer to tell the player when it is their turn, in a game with a day per turn, while they wait for others.
// js/table/page-attributes.js says when. The browser asks only after a tap. Where only the installed site can notify,
// the page says once how to install it.

import { gettext, interpolate } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { noteNotices } from "../notifications/notices.js";
import { canPush, isSubscribed, mustInstall, pushPermission, subscribe } from "../notifications/push.js";
import { isWaitingLong, when } from "./playing.js";
import { ask } from "./question.js";
import { noteRefusal, refusedAt } from "./refusals.js";

const REFUSED = "push-refused";
const EXPLAINED = "push-install-explained";
const REST_MS = 30 * 24 * 3600 * 1000;
const PAUSE_MS = 2500; // what has just happened comes first

async function accept() {
  if (await subscribe()) {
    // A hidden tab keeps its socket, so the site thinks that the player is present. The tab itself must tell them.
    noteNotices(true);
    ask({ name: "push", text: gettext("We’ll tell you."), no: gettext("OK") });
    return;
  }
  noteRefusal(REFUSED);
  const blocked = pushPermission() === "denied";
  const text = blocked ? gettext("Your browser blocks notifications from this site.") : gettext("That did not work. Please try again later.");
  ask({ name: "push", text, no: gettext("OK") });
}

async function offer() {
  if (!isWaitingLong() || (await isSubscribed())) return;
  ask({
    name: "push",
    text: gettext("You don’t have to wait here."),
    yes: gettext("Tell me when it’s my turn"),
    no: gettext("Not now"),
    onYes: accept,
    onNo: () => noteRefusal(REFUSED),
    isWelcome: isWaitingLong,
  });
}

function explain() {
  if (!isWaitingLong()) return;
  ask({
    name: "push",
    text: interpolate(gettext("To be notified, add %(site)s to your home screen: tap Share, then “Add to Home Screen”."), { site: siteName }),
    no: gettext("OK"),
    onNo: () => noteRefusal(EXPLAINED),
    isWelcome: isWaitingLong,
  });
}

/** Offer it at the right moment, if the browser can and has not been told no. */
export function offerPush() {
  if (mustInstall() && !refusedAt(EXPLAINED)) when(isWaitingLong, () => setTimeout(explain, PAUSE_MS));
  if (!canPush() || pushPermission() === "denied" || Date.now() - refusedAt(REFUSED) < REST_MS) return;
  when(isWaitingLong, () => setTimeout(offer, PAUSE_MS));
}
