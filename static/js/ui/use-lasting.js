// A hook for conditions that matter only if they last, so that nothing flickers.

import { useEffect, useState } from "preact/hooks";

/** Return whether `condition` has been true for `ms` without a break. */
export function useLasting(condition, ms) {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    setLasting(false);
    if (!condition) return undefined;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => clearTimeout(timer);
  }, [condition]);
  return condition && lasting;
}
