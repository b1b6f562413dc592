// Writes the times of a list in the visitor's time zone, and counts down to the tournament in front.

import { dateFormat } from "../language/language.js";
import { countDown } from "../ui/count-down.js";
import { duration } from "../ui/duration.js";

const TIME = dateFormat({ timeStyle: "short" });
const DAY = dateFormat({ weekday: "short", day: "numeric", month: "short" });

for (const each of document.querySelectorAll("time[data-local]")) {
  each.textContent = TIME.format(new Date(each.dateTime));
}
for (const each of document.querySelectorAll("[data-day]")) {
  each.textContent = DAY.format(new Date(each.dataset.day));
}

const first = document.querySelector("[data-until]");
if (first) countDown(first, duration);
