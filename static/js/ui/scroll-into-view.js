// Keeping what matters in sight within a strip that scrolls sideways, without moving the page.

import { useEffect, useRef } from "preact/hooks";

const MARGIN_PX = 12;

/**
 * Return a ref for a scrolling element: whenever `what` changes, the first descendant that matches
 * `selector` is brought into its sight, right of a pinned column `pinned` px wide.
 */
export function useReveal(selector, what, pinned = 0) {
  const strip = useRef(null);
  useEffect(() => {
    const target = strip.current?.querySelector(selector);
    if (!target) return;
    const box = strip.current.getBoundingClientRect();
    const { left, right } = target.getBoundingClientRect();
    const smooth = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    const before = left - MARGIN_PX - box.left - pinned;
    const after = right + MARGIN_PX - box.right;
    if (before < 0) strip.current.scrollBy({ left: before, behavior: smooth });
    else if (after > 0) strip.current.scrollBy({ left: after, behavior: smooth });
  }, [what]);
  return strip;
}
