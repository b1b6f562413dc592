// The offer to install the site: after a finished game, never during one, and not again for a long time
// after a refusal.

import { gettext } from "../language/language.js";
import { hasPlayed, when } from "./playing.js";
import { ask } from "./question.js";

const REFUSED = "install-refused"; // when: ms since 1970
const REST_MS = 60 * 24 * 3600 * 1000;
const PAUSE_MS = 4000; // the result comes first

function refusedAt() {
  try {
    return Number(localStorage.getItem(REFUSED));
  } catch {
    return 0; // storage may be disabled
  }
}

function noteRefusal() {
  try {
    localStorage.setItem(REFUSED, Date.now());
  } catch {
    return;
  }
}

/** Show the browser's own dialog, whose event js/ui/first-paint.js has kept. */
export async function install() {
  const event = globalThis.installEvent;
  globalThis.installEvent = null; // it can be used once
  await event.prompt();
  const { outcome } = await event.userChoice;
  if (outcome === "dismissed") noteRefusal();
}

function mayOffer() {
  return Boolean(globalThis.installEvent) && Date.now() - refusedAt() > REST_MS;
}

/** Offer it when a game of this page is over, if the browser can install it. */
export function offerInstall() {
  const isWelcome = () => hasPlayed() && mayOffer();
  const offer = () =>
    setTimeout(() => {
      if (!isWelcome()) return;
      ask({
        name: "install",
        text: gettext("Keep Yacht on your home screen: it opens like an app."),
        yes: gettext("Install"),
        no: gettext("Not now"),
        onYes: install,
        onNo: noteRefusal,
        isWelcome,
      });
    }, PAUSE_MS);
  when(hasPlayed, offer);
}
