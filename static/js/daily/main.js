// The pages of the daily: the time that is left, and the button that shares a result.

import { gettext, interpolate } from "../language/language.js";
import { duration } from "../ui/duration.js";
import "../ui/share-places.js";

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
