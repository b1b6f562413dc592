// The offer to install the site. It comes after a finished game, never during one, and after a refusal not again for a
// long time.

import { gettext, interpolate } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { hasPlayed, when } from "./playing.js";
import { ask } from "./question.js";
import { noteRefusal, refusedAt } from "./refusals.js";

const REFUSED = "install-refused";
const REST_MS = 60 * 24 * 3600 * 1000;
const PAUSE_MS = 4000; // the result comes first

/** Show the browser's own dialog, whose event js/ui/first-paint.js has kept. */
export async function install() {
  const event = globalThis.installEvent;
  globalThis.installEvent = null; // it can be used once
  await event.prompt();
  const { outcome } = await event.userChoice;
  if (outcome === "dismissed") noteRefusal(REFUSED);
}

function mayOffer() {
  return Boolean(globalThis.installEvent) && Date.now() - refusedAt(REFUSED) > REST_MS;
}

/** Offer it when a game of this page is over, if the browser can install it. */
export function offerInstall() {
  const isWelcome = () => hasPlayed() && mayOffer();
  const offer = () =>
    setTimeout(() => {
      if (!isWelcome()) return;
      ask({
        name: "install",
        text: interpolate(gettext("Keep %(site)s on your home screen: it opens like an app."), { site: siteName }),
        yes: gettext("Install"),
        no: gettext("Not now"),
        onYes: install,
        onNo: () => noteRefusal(REFUSED),
        isWelcome,
      });
    }, PAUSE_MS);
  when(hasPlayed, offer);
}
