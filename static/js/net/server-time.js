// The server's clock. Deadlines use it, because a phone's own clock may be wrong, and may be set while a page is open.

import { useEffect, useState } from "preact/hooks";

const TICK_MS = 500;
const STEP_MS = 1000; // clocks that are set right little by little move less

let start = performance.timeOrigin; // the server's time when the page began

/** Set the server's current time, in ms since 1970. */
export function setServerTime(ms) {
  start = ms - performance.now();
}

/** Return the server's time in ms since 1970. */
export function serverNow() {
  return start + performance.now();
}

/**
 * Call `act` within a second after the device's clock was set. It does so, too, after the device has slept: many browsers
 * do not count that time, and `serverNow` is then wrong until somebody measures again.
 */
export function onClockStep(act) {
  const difference = () => Date.now() - performance.now();
  let before = difference();
  setInterval(() => {
    const now = difference();
    if (Math.abs(now - before) > STEP_MS) act();
    before = now;
  }, STEP_MS);
}

/** Return the server's time in ms; the component renders again twice a second. */
export function useServerTime() {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
