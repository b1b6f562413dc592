// Keeps an element visible in a strip that scrolls sideways, without scrolling the page.

import { useEffect, useRef } from "preact/hooks";

import { motion } from "../settings/settings.js";
import { reading } from "./reading.js";

const MARGIN_PX = 12;

/**
 * Return a ref for a scrolling element. Whenever `what` changes, it scrolls to the first descendant
 * that matches `selector`. `pinned`: width in px of a fixed column where lines begin.
 */
export function useScrollIntoView(selector, what, pinned = 0) {
  const strip = useRef(null);
  useEffect(() => {
    const target = strip.current?.querySelector(selector);
    if (!target) return;
    const box = strip.current.getBoundingClientRect();
    const { left, right } = target.getBoundingClientRect();
    const smooth = motion.peek() === "none" ? "auto" : "smooth";
    const [atLeft, atRight] = reading() < 0 ? [0, pinned] : [pinned, 0];
    const before = left - MARGIN_PX - box.left - atLeft;
    const after = right + MARGIN_PX - box.right + atRight;
    if (before < 0) strip.current.scrollBy({ left: before, behavior: smooth });
    else if (after > 0) strip.current.scrollBy({ left: after, behavior: smooth });
  }, [what]);
  return strip;
}
