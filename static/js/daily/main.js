// The pages of the daily: the time that is left, and the button that shares a result.

import { render } from "preact";

import { gettext, interpolate } from "../language/language.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { ShareButton } from "../ui/share-button.js";

const TICK_MS = 1000;

/** Show the time until `until` (ms since 1970), and then that a new day has begun. */
function countDown(place) {
  const until = Number(place.dataset.until);
  const show = () => {
    const left = (until - Date.now()) / 1000;
    place.lastElementChild.textContent = left > 0 ? interpolate(gettext("%(time)s left"), { time: duration(left) }) : gettext("A new day has begun. Load this page again.");
    if (left <= 0) clearInterval(timer);
  };
  const timer = setInterval(show, TICK_MS);
  show();
}

const left = document.querySelector("[data-until]");
if (left) countDown(left);

const share = document.getElementById("share");
if (share) {
  const lines = share.dataset.text.split("\n");
  render(html`<${ShareButton} text=${lines.slice(0, -1).join("\n")} link=${lines.at(-1)} style="" />`, share);
}
