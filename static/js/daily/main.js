// The pages of the daily: the time that is left, and the button that shares a result.

import { gettext, interpolate } from "../language/language.js";
import { countDown } from "../ui/count-down.js";
import { duration } from "../ui/duration.js";
import "../ui/share-places.js";

const left = document.querySelector("[data-until]");
if (left) countDown(left, (seconds) => interpolate(gettext("%(time)s left"), { time: duration(seconds) }));
