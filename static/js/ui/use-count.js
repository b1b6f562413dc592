// A hook for a number that counts up or down to its new value.

import { useEffect, useState } from "preact/hooks";

import { motion } from "../settings/settings.js";

const COUNT_MS = { full: 1100, short: 450, none: 0 };

/** Return a number that moves from `from` to `to` when they change. */
export function useCount(from, to) {
  const [shown, setShown] = useState(from);
  useEffect(() => {
    const lasts = COUNT_MS[motion.value];
    const began = performance.now();
    let frame = 0;
    const step = (now) => {
      const part = lasts > 0 ? Math.min(1, Math.max(0, (now - began) / lasts)) : 1;
      setShown(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    step(began);
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return shown;
}
