// Totals that count up when points arrive. Without a count a total is simply shown.

import { signal } from "@preact/signals";

const TICK_MS = 34;

const counts = signal({}); // seat -> {to, shown}

/** Return what to show for a seat's `total`: the number that a count has reached, or the total. */
function shownTotal(seat, total) {
  const count = counts.value[seat];
  return count?.to === total ? count.shown : total;
}

/** A seat's total as text, which counts up. */
export function Total({ seat, total }) {
  return shownTotal(seat, total);
}

function show(seat, count) {
  const others = { ...counts.value };
  delete others[seat];
  counts.value = count ? { ...others, [seat]: count } : others;
}

/** Count a seat's total from one number to another, after `delay` ms and for `duration` ms. */
export function count({ seat, from, to }, { delay, duration }) {
  show(seat, { to, shown: from });
  const began = performance.now() + delay;
  const tick = () => {
    if (counts.value[seat]?.to !== to) return; // a newer total has taken its place
    const done = (performance.now() - began) / duration;
    if (done >= 1) return show(seat, null);
    show(seat, { to, shown: from + Math.round((to - from) * Math.max(0, done)) });
    setTimeout(tick, TICK_MS);
  };
  setTimeout(tick, delay);
}
