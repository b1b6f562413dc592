// A hook that returns the current server time.

import { useEffect, useState } from "preact/hooks";

import { serverNow } from "./server-time.js";

const TICK_MS = 500;

/** Return the server's time in ms; the component renders again twice a second. */
export function useServerTime() {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
