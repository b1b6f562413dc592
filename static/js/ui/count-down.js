// A time that runs down, on a page that the server wrote.

const TICK_MS = 1000;

/**
 * Show in `place` the time until its `data-until`, by the server's clock: its `data-now` is the time at which it wrote
 * the page (both in ms since 1970). `words`: the text for seconds left, which are not positive at the end.
 */
export function countDown(place, words) {
  const skew = Number(place.dataset.now) - Date.now();
  const show = () => {
    const left = (Number(place.dataset.until) - Date.now() - skew) / 1000;
    place.lastElementChild.textContent = words(left);
    if (left <= 0) clearInterval(timer);
  };
  const timer = setInterval(show, TICK_MS);
  show();
}
