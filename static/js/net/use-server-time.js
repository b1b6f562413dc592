// Time that passes on the page.

import { useEffect, useState } from "preact/hooks";

import { serverNow } from "./server-time.js";

const TICK_MS = 500;

/** Return the server's time in ms; the component is drawn anew as it passes. */
export function useServerTime() {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
