// Keeping what matters in sight within a strip that scrolls sideways, without moving the page.

import { useEffect, useRef } from "preact/hooks";

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
    if (left < box.left + pinned) strip.current.scrollBy({ left: left - box.left - pinned, behavior: smooth });
    else if (right > box.right) strip.current.scrollBy({ left: right - box.right + 12, behavior: smooth });
  }, [what]);
  return strip;
}
