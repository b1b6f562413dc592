// Which cards fit on a screen side by side. Pure.

const MOST_COLUMNS = 12;
const MOST_NARROW = 6;
const NARROW_PX = 640;

/** Return how many columns of cards fit on a page of this width. */
export function mostColumns(width) {
  return width < NARROW_PX ? MOST_NARROW : MOST_COLUMNS;
}

/** Return the seats 0 to `seats` - 1 in pages of about the same size. `columns`: of each card. `most`: that fit. */
export function pagesOf(seats, columns, most = MOST_COLUMNS) {
  const fit = Math.max(1, Math.floor(most / columns));
  const count = Math.max(1, Math.ceil(seats / fit));
  const size = Math.ceil(seats / count);
  return Array.from({ length: count }, (_, page) =>
    Array.from({ length: Math.min(size, seats - page * size) }, (_, at) => page * size + at),
  );
}

/** Return the page to show at `now` (ms): the one with the acting seat, else one after the other. */
export function pageAt(pages, acting, now, everyMs) {
  const found = pages.findIndex((page) => page.includes(acting));
  return found < 0 ? Math.floor(now / everyMs) % pages.length : found;
}
