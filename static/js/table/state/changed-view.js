// The view of a game after a `delta`. Pure. Unchanged parts are shared with the old view.

/** Return the options of `columns`, one object for each box. */
function optionsOf(columns) {
  return columns.flatMap(({ column, points, bonus = 0, jokers = [] }) =>
    Object.entries(points).map(([category, worth]) => ({
      column,
      category,
      points: worth,
      bonus,
      joker: jokers.includes(category),
    })),
  );
}

function changedColumn(column, { column: _, boxes, ...fields }) {
  return { ...column, ...fields, boxes: { ...column.boxes, ...boxes } };
}

function changedCard(card, { columns, ...fields }) {
  const changed = [...card.columns];
  for (const each of columns) changed[each.column] = changedColumn(changed[each.column], each);
  return { ...card, ...fields, columns: changed };
}

function changedSeat(seat, { options, card, ...fields }) {
  return {
    ...seat,
    ...fields,
    options: options ? optionsOf(options) : seat.options,
    card: card ? changedCard(seat.card, card) : seat.card,
  };
}

/** Return `view` with the changes of `delta`, whose base it must be. */
export function changedView(view, { seq, changes: { seats = [], fairness, ...fields } }) {
  const changed = [...view.seats];
  for (const each of seats) changed[each.seat] = changedSeat(changed[each.seat], each);
  return { ...view, ...fields, seq, seats: changed, fairness: { ...view.fairness, ...fairness } };
}
