// The pages of the daily: the time that is left, and the button that shares a result.

import { gettext, interpolate } from "../language/language.js";
import { countDown } from "../ui/count-down.js";
import { duration } from "../ui/duration.js";
import "../ui/share-places.js";

function words(left) {
  return left > 0 ? interpolate(gettext("%(time)s left"), { time: duration(left) }) : gettext("A new day has begun. Load this page again.");
}

const left = document.querySelector("[data-until]");
if (left) countDown(left, words);
