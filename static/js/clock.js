// The time that is left for the acting player's turn, from the server's deadline.

import { useEffect, useState } from "preact/hooks";

import { html } from "./html.js";
import { Icon } from "./icon.js";
import { serverNow } from "./server-time.js";

const TICK_MS = 250;
const URGENT_S = 10;

/** Return "0:24", "12 min" or "23 h" for `seconds`. */
export function duration(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 7200) return `${Math.floor(left / 3600)} h`;
  if (left >= 600) return `${Math.floor(left / 60)} min`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** `deadline` is server time in ms; `total` the seconds that a turn may take. */
export function Clock({ deadline, total }) {
  const [left, setLeft] = useState((deadline - serverNow()) / 1000);
  useEffect(() => {
    const tick = () => setLeft((deadline - serverNow()) / 1000);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [deadline]);
  const urgent = left <= URGENT_S && total > URGENT_S;
  return html`
    <span class=${urgent ? "clock urgent" : "clock"} role="timer" aria-label="Time left">
      <${Icon} name="clock" />
      <span class="number">${duration(left)}</span>
    </span>
  `;
}
