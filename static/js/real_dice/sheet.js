// The scorecard of all players: the one of the tables, with boxes that can be corrected.

import { computed, signal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { Card } from "../scorecard/card.js";
import { sameBox } from "../scorecard/choice.js";
import { cardSize, Scorecard } from "../scorecard/scorecard.js";
import { boxName, worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { lessons } from "./addresses.js";
import { fullDice, rollNumber } from "./draft.js";
import { cardOf, edit, turnFrom } from "./game.js";
import { acting, enterTurn, game, moment, problem, rules, shown, show } from "./state.js";

/** The box whose points are being entered, and the moment of the card: {option, seen}; or null. */
export const asked = signal(null);

function cardView(seat) {
  return rules.value.view(cardOf(game.value, rules.value, seat));
}

function gameView() {
  const { names, turns } = game.value;
  const last = turns.at(-1);
  const seats = names.map((name, seat) => ({ name, player: 0, persona: null, out: false, card: seat === acting.value ? offered(cardView(seat)) : cardView(seat) }));
  return { acting: [acting.value], seats, last: last ? { seat: last.seat, column: last.column, category: last.category } : null };
}

/** Return the view of a card without the boxes that a correction may fill: they show what they would score. */
function offered({ columns, total }) {
  const open = options();
  const left = (column) => (boxes) => Object.fromEntries(Object.entries(boxes).filter(([category]) => !open.has(`${column}/${category}`)));
  return { columns: columns.map((each, column) => ({ ...each, boxes: left(column)(each.boxes) })), total };
}

/** Return the card on which the turn is entered: of the past, if it is being corrected. */
export function cardNow() {
  return cardOf(game.value, rules.value, acting.value, game.value.editing ?? Infinity);
}

/** Return what the acting player can tap now: Map "column/category" -> option. Without dice, `points` is null. */
function options() {
  const { draft } = game.value;
  const dice = fullDice(draft);
  const card = cardNow();
  const full = cardOf(game.value, rules.value, acting.value);
  const mine = (box) => game.value.editing !== null && sameBox(game.value.turns[game.value.editing], box);
  const open = () => rules.value.boxes.filter((box, at) => full.entries[at] === null || mine(box)).map((box) => ({ ...box, points: null, bonus: 0, joker: false }));
  const found = draft.kind === "points" ? open() : dice ? rules.value.fills(card, dice, rollNumber(draft, rules.value.lastRoll)) : [];
  return new Map(found.map((option) => [`${option.column}/${option.category}`, option]));
}

function pick(option) {
  const { draft } = game.value;
  if (draft.kind === "points") asked.value = { option, seen: moment() };
  else enterTurn(turnFrom(draft, acting.value, option, rules.value));
}

/** Return the index of the turn that filled a box, or -1. */
function turnIn(seat, { column, category }) {
  return game.value.turns.findIndex((turn) => turn.seat === seat && turn.column === column && turn.category === category);
}

/** Return what a written box says besides its points: what it said before, and that a tap corrects it. */
function writtenLook(seat, box) {
  const turn = game.value.turns[turnIn(seat, box)];
  const { sheet } = rules.value.data;
  const before = turn?.was.at(-1);
  const here = before && before.column === box.column && before.category === box.category;
  return {
    isChanged: Boolean(before),
    action: interpolate(before ? gettext("Correct %(box)s again:") : gettext("Correct %(box)s:"), { box: boxName(sheet, box) }),
    before: here && before.points !== turn.points ? worth(sheet, box.column, before.points) : null,
  };
}

function makeCard() {
  const { sheet } = game.value.rules;
  return new Card({
    sheet,
    first: 0,
    mine: signal(null),
    count: game.value.names.length,
    view: computed(gameView),
    shown: computed(() => [acting.value]),
    options: computed(options),
    mayPick: signal(true),
    mayScore: signal(true),
    chosen: computed(() => (game.value.editing === null ? null : game.value.turns[game.value.editing])),
    pending: signal(null),
    hinted: signal(null),
    onPick: pick,
    onProblem: (words) => (problem.value = words),
    ...lessons(game.value.rules, shown.boxes),
    written: { look: writtenLook, onPick: (seat, box) => show(edit(game.value, rules.value, turnIn(seat, box))) },
  });
}

export function Sheet() {
  const { id, names } = game.value;
  const card = useMemo(makeCard, [id]);
  const size = cardSize(names.length, card.sheet, 1);
  return html`<div class=${`real-sheet ${size.class}`} style=${size.style}><${Scorecard} card=${card} /></div>`;
}
