// Parses and formats the text of a position (docs/rules.md). Pure; knows no rules.

/**
 * Parse a position from the server into {rules, variant, columns, bonuses, dice, rolls}.
 * `columns`: points of the boxes in card order, null for open ones; `dice`: null before the first roll.
 */
export function readPosition(text) {
  const [rules, card, bonuses, dice, rolls] = text.split(" ");
  return {
    rules,
    variant: rules.split(":")[0],
    columns: card.split("/").map((column) => column.split(",").map((box) => (box === "-" ? null : Number(box)))),
    bonuses: bonuses.split("/").map(Number),
    dice: dice === "-" ? null : [...dice].map(Number),
    rolls: Number(rolls),
  };
}

/** Return the text of a position. Before the first roll its dice are left out. */
export function positionText({ rules, columns, bonuses, dice, rolls }) {
  const card = columns.map((column) => column.map((points) => points ?? "-").join(",")).join("/");
  return [rules, card, bonuses.join("/"), rolls === 0 ? "-" : dice.join(""), rolls].join(" ");
}

/** Return the address of a position on the analysis board; `board` is the address of the board. */
export function boardAddress(board, text) {
  const [rules, ...rest] = text.split(" ");
  return `${board}${rules}/${rest.join("_")}`;
}

/** Return the rule switches in a position's first field: {joker: "free"}. */
export function chosenSwitches(rules) {
  const chosen = rules.split(":")[1];
  return Object.fromEntries((chosen ? chosen.split(",") : []).map((pair) => pair.split("=")));
}

/** Return a position's first field. `switches`: all of the variant's, each with its default first. */
export function rulesText(variant, switches, chosen) {
  const pairs = switches
    .filter(({ id, choices }) => (chosen[id] ?? choices[0].value) !== choices[0].value)
    .map(({ id }) => `${id}=${chosen[id]}`);
  return pairs.length > 0 ? `${variant}:${pairs.join(",")}` : variant;
}

const USUAL = 0.6; // of what a box can have, from its least to its most points

/** Return the columns of a card in the middle of a game: every second box is filled, with usual points. `points`: what each box can have, ascending. */
export function exampleColumns({ sheet, points }) {
  const boxes = sheet.sections.flatMap(({ categories }) => categories);
  const filled = ({ id, pattern }, at) => (at % 2 === 0 || pattern === "alike" ? null : points[id][Math.round((points[id].length - 1) * USUAL)]);
  return sheet.columns.map(() => boxes.map(filled));
}
