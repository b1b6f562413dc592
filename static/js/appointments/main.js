// The page of an appointment: counts down until its table opens.

import { countDown } from "../ui/count-down.js";
import { duration } from "../ui/duration.js";

const ahead = document.querySelector("[data-until]");
if (ahead) countDown(ahead, duration);
