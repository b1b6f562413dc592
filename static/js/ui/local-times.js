// Writes the times of a page in the time zone of the browser: each <time data-local="style">, also those that scripts
// add later. The server writes them in UTC. Each page that has one loads this (templates/shared/base.html).

import { timeText } from "../language/times.js";

const TIMES = "time[data-local]";

function write(time) {
  time.textContent = timeText(time.dateTime, time.dataset.local);
}

function writeAll() {
  document.querySelectorAll(TIMES).forEach(write);
}

writeAll();
new MutationObserver((changes) => {
  for (const added of changes.flatMap((change) => [...change.addedNodes])) {
    if (!(added instanceof Element)) continue;
    if (added.matches(TIMES)) write(added);
    added.querySelectorAll(TIMES).forEach(write);
  }
}).observe(document.body, { childList: true, subtree: true });
// Meanwhile "today" may be yesterday.
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && writeAll());
