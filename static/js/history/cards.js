// Shows the cards after a step. The server has written the table with the final cards. Each cell has a key.

const cells = new Map([...document.querySelectorAll("[data-cell]")].map((cell) => [cell.dataset.cell, cell]));
const heads = [...document.querySelectorAll(".cards [data-seat]")];

function write(key, text) {
  const cell = cells.get(key);
  if (cell && cell.textContent !== String(text)) cell.textContent = text;
}

function writeColumn(seat, number, column, sheet) {
  const place = `${seat}/${number}`;
  for (const { id } of sheet.sections.flatMap((section) => section.categories)) {
    write(`box/${place}/${id}`, column.boxes[id] ?? "");
  }
  if (sheet.upper_bonus) write(`bonus/${place}`, column.upper_bonus > 0 ? `+${column.upper_bonus}` : `${column.upper}/${sheet.upper_bonus.at}`);
  write(`extra/${place}`, column.bonus || "");
  write(`column/${place}`, column.total);
}

/** Show the cards of `view`, which has sums from the server; mark the box that was filled last and the acting seat. */
export function showCards(view, sheet) {
  for (const { seat, card } of view.seats) {
    card.columns.forEach((column, number) => writeColumn(seat, number, column, sheet));
    write(`total/${seat}`, card.total);
  }
  const { last } = view;
  const newest = last && `box/${last.seat}/${last.column}/${last.category}`;
  for (const [key, cell] of cells) cell.classList.toggle("newest", key === newest);
  for (const head of heads) head.classList.toggle("acting", view.acting.includes(Number(head.dataset.seat)));
}
