// Counts down to the tournament in front of the list.

import { countDown } from "../ui/count-down.js";
import { duration } from "../ui/duration.js";

const first = document.querySelector("[data-until]");
if (first) countDown(first, duration);
