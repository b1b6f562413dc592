// The server's clock. Deadlines use it, because a phone's own clock may be wrong.

import { useEffect, useState } from "preact/hooks";

const TICK_MS = 500;

let skew = 0;

/** Set the server's current time, in ms since 1970. */
export function setServerTime(ms) {
  skew = ms - Date.now();
}

/** Return the server's time in ms since 1970. */
export function serverNow() {
  return Date.now() + skew;
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
