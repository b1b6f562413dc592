// The text of a position (docs/rules.md), taken apart and put together. Pure; knows no game's rules.

/**
 * Return {rules, variant, columns, bonuses, dice, rolls} of a text that the server has written.
 * `columns`: points of the boxes in card order, null for open ones; `dice`: null before a roll.
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

/** Return the text of a position. Before the first roll its dice do not matter. */
export function positionText({ rules, columns, bonuses, dice, rolls }) {
  const card = columns.map((column) => column.map((points) => points ?? "-").join(",")).join("/");
  return [rules, card, bonuses.join("/"), rolls === 0 ? "-" : dice.join(""), rolls].join(" ");
}

/** Return the address of a position on the analysis board, which lies at `board`. */
export function boardAddress(board, text) {
  const [rules, ...rest] = text.split(" ");
  return `${board}${rules}/${rest.join("_")}`;
}

/** Return the switches that a position's first field chooses: {joker: "free"}. */
export function chosenSwitches(rules) {
  const chosen = rules.split(":")[1];
  return Object.fromEntries((chosen ? chosen.split(",") : []).map((pair) => pair.split("=")));
}

/** Return a position's first field. `switches` are those that exist, the default first in each. */
export function rulesText(variant, switches, chosen) {
  const pairs = switches
    .filter(({ id, choices }) => (chosen[id] ?? choices[0].value) !== choices[0].value)
    .map(({ id }) => `${id}=${chosen[id]}`);
  return pairs.length > 0 ? `${variant}:${pairs.join(",")}` : variant;
}

/** Return five dice that somebody typed ("5 5 5 1 2"), or null. */
export function typedDice(text) {
  const faces = text.replace(/[\s,]/g, "");
  return /^[1-6]{5}$/.test(faces) ? [...faces].map(Number) : null;
}
