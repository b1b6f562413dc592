// A time that runs down, on a page that the server wrote.

const TICK_MS = 1000;
const RELOAD_WITHIN_MS = 10_000; // many pages end at the same moment

/**
 * Show in `place` the time until its `data-until`, by the server's clock: its `data-now` is the time at which it wrote
 * the page (both in ms since 1970). Then load the page again, because it says something else. `words`: the text for
 * seconds left.
 */
export function countDown(place, words) {
  // Not by the device's clock, which may be set meanwhile.
  const end = performance.now() + Number(place.dataset.until) - Number(place.dataset.now);
  const show = () => {
    const left = (end - performance.now()) / 1000;
    place.lastElementChild.textContent = words(Math.max(0, left));
    if (left > 0) return;
    clearInterval(timer);
    setTimeout(() => location.reload(), 1000 + Math.random() * RELOAD_WITHIN_MS);
  };
  const timer = setInterval(show, TICK_MS);
  show();
}
