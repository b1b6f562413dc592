// Where a panel about a row of the card goes: below the row if there is room, else above it. Pure.

const GAP = 6; // px between row and panel, and to the edges of the card

/**
 * Return {left, top} in px of the window. `row` and `card`: {left, top, right, bottom} of the row and of the card; `size`:
 * {width, height} of the panel; `space`: {top, bottom} of what it may cover; `turned`: whether lines begin at the right.
 */
export function panelPlace({ row, card, size, space, turned = false }) {
  const start = turned ? row.right - size.width : row.left;
  const left = Math.max(card.left + GAP, Math.min(start, card.right - size.width - GAP));
  const below = row.bottom + GAP;
  const above = row.top - GAP - size.height;
  if (below + size.height <= space.bottom) return { left, top: below };
  if (above >= space.top) return { left, top: above };
  return { left, top: Math.max(space.top, space.bottom - size.height) };
}
