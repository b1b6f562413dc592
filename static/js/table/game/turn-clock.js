// The time left in the acting player's turn, from the server's deadline.

import { useEffect, useState } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { serverNow } from "../../net/server-time.js";
import { duration } from "../../ui/duration.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";

const TICK_MS = 250;
const URGENT_S = 10;

/** `deadline`: server time in ms; `total`: seconds per turn. */
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
    <span class=${urgent ? "clock urgent" : "clock"} role="timer" aria-label=${gettext("Time left")}>
      <${Icon} name="clock" />
      <span class="number" translate="no">${duration(left)}</span>
    </span>
  `;
}
