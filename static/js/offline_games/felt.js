// The running game: players, dice and buttons, and the card, as at a table.

import { computed, signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";

import { DiceCanvas } from "../dice/canvas.js";
import { atRest, motion } from "../dice/motion.js";
import { gettext, interpolate, ngettext } from "../language/language.js";
import { lessons } from "../real_dice/addresses.js";
import { turnWords } from "../real_dice/words.js";
import { Card } from "../scorecard/card.js";
import { cardSize, Scorecard } from "../scorecard/scorecard.js";
import { Total } from "../scorecard/totals.js";
import { RollButton, Rolls, ScoreButton } from "../scorecard/turn-parts.js";
import { rollWords } from "../scorecard/turn-words.js";
import { motion as level } from "../settings/settings.js";
import { Emblem } from "../ui/bots.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { useScrollIntoView } from "../ui/scroll-into-view.js";
import { named } from "../ui/typed.js";
import { shown as page } from "./data.js";
import { card as cardIn, rulesOf } from "./engine.js";
import { choice, game, held, isStored, leave, mayRoll, mine, pickBox, problem, roll, say, scoreChosen, toggleHold, turn } from "./state.js";
import { takeOver, tab } from "./tab.js";
import { titleWords } from "./words.js";

const COLUMNS = 3; // of players, on a narrow screen

/** The seat whose card a narrow screen shows besides, or null. */
const selected = signal(null);

function viewOf(now) {
  const rules = rulesOf(now);
  const last = now.turns.at(-1);
  const seats = now.names.map((name, seat) => ({ seat, name, player: null, persona: now.bots[seat] ?? "", out: false, card: rules.view(cardIn(now, seat)) }));
  return { acting: turn.value ? [turn.value.seat] : [], seats, last: last ? { seat: last.seat, column: last.column, category: last.category } : null };
}

const view = computed(() => game.value && viewOf(game.value));

/** The seats whose columns a narrow screen shows: as many as fit, with the one that acts. */
const shownSeats = computed(() => {
  const count = game.value?.names.length ?? 0;
  const wanted = selected.value ?? turn.value?.seat ?? 0;
  if (game.value?.rules.sheet.columns.length > 1) return [wanted];
  const start = Math.min(wanted - (wanted % COLUMNS), Math.max(0, count - COLUMNS));
  return Array.from({ length: Math.min(count, COLUMNS) }, (_, at) => start + at);
});

/** What the person whose turn it is can tap: Map "column/category" -> option. */
const options = computed(() => {
  const fills = mine.value ? turn.value.fills : [];
  return new Map(fills.map((fill) => [`${fill.column}/${fill.category}`, fill]));
});

function makeCard() {
  const { sheet } = game.value.rules;
  return new Card({
    sheet,
    first: 0,
    mine: signal(null),
    count: game.value.names.length,
    view,
    shown: shownSeats,
    options,
    mayPick: mine,
    mayScore: mine,
    chosen: computed(() => choice.value.option),
    pending: signal(null),
    hinted: signal(null),
    onPick: pickBox,
    onProblem: say,
    ...lessons(game.value.rules, page.boxes),
  });
}

function Seat({ seat }) {
  const { name, persona, card } = view.value.seats[seat];
  const isActing = turn.value?.seat === seat;
  const press = () => {
    selected.value = selected.value === seat ? null : seat;
  };
  return html`
    <li>
      <button type="button" class=${isActing ? "seat acting here" : "seat here"} aria-pressed=${shownSeats.value.includes(seat)} aria-current=${isActing ? "true" : undefined} onClick=${press}>
        <span class="seat-emblem"><${Emblem} seat=${seat} persona=${persona} player=${null} /></span>
        <span class="seat-who"><span class="seat-name">${named(name)}</span></span>
        ${persona && html`<span class="seat-state"><${Icon} name="robot" /> ${gettext("bot")}</span>`}
        <span class="seat-total number" translate="no" aria-label=${interpolate(ngettext("%(count)s point", "%(count)s points", card.total), { count: card.total })}><${Total} seat=${seat} total=${card.total} /></span>
      </button>
    </li>
  `;
}

function Seats() {
  const { names } = game.value;
  const strip = useScrollIntoView(".seat.acting", turn.value?.seat);
  const crowd = names.length > 4 ? "packed" : names.length > 2 ? "close" : "";
  return html`<ul class=${`seats ${crowd}`} aria-label=${gettext("Players")} ref=${strip}>${names.map((_, seat) => html`<${Seat} key=${seat} seat=${seat} />`)}</ul>`;
}

/** Return where a bot's hand is, from -1 (left) to 1 (right). */
function sides(count, seat) {
  return count < 3 ? 0 : (seat / (count - 1)) * 2 - 1;
}

function Dice() {
  const now = game.value;
  const { seat, dice, rolls, bot } = turn.value;
  const count = now.rules.sheet.dice;
  const place = `${now.id}/${now.turns.length}`;
  const state = {
    faces: dice ?? Array(count).fill(null),
    held: held.value,
    roll: `${place}/${rolls.length}`,
    next: `${place}/${rolls.length + 1}`,
    mine: bot === null,
    side: bot === null ? null : sides(now.names.length, seat),
    motion: motion.value,
    level: level.value,
  };
  const onToggle = bot === null && dice && turn.value.left > 0 ? toggleHold : null;
  return html`<${DiceCanvas} key=${count} state=${state} onToggle=${onToggle} />`;
}

function doing() {
  if (problem.value) return problem.value;
  const { turns } = game.value;
  const { dice, left, bot } = turn.value;
  if (!dice) return turns.length > 0 ? turnWords(game.value, turns.length - 1, named) : "";
  if (bot !== null || !atRest.value) return "";
  return left === 0 ? gettext("Pick a box to score") : gettext("Tap dice to keep, then roll or score");
}

function Line() {
  const { seat, rolls, left } = turn.value;
  const name = game.value.names[seat];
  return html`
    <header class=${mine.value ? "turn-line mine" : "turn-line"}>
      <${Emblem} seat=${seat} persona=${game.value.bots[seat] ?? ""} player=${null} />
      <h2 class="turn-title">${titleWords(game.value, seat, named(name))}</h2>
      <${Rolls} made=${rolls.length} rolls=${game.value.rules.sheet.rolls} all=${rolls.length + left} />
      <p class="turn-doing">${doing()}</p>
    </header>
  `;
}

function Score() {
  const { option } = choice.value;
  if (!option) return html`<p class="score-slot">${turn.value.dice && gettext("Pick a box")}</p>`;
  return html`<${ScoreButton} sheet=${game.value.rules.sheet} option=${option} enabled=${mine.value} onClick=${scoreChosen} />`;
}

function Actions() {
  const { bot, left, rolls } = turn.value;
  if (bot !== null) return html`<div class="actions single"><p class="score-slot">${interpolate(gettext("%(name)s plays"), { name: named(game.value.names[turn.value.seat]) })}</p></div>`;
  const isFirst = rolls.length === 0;
  return html`
    <div class=${left === 0 || isFirst ? "actions single" : "actions"}>
      ${!isFirst && html`<${Score} />`}
      ${left > 0 && html`<${RollButton} words=${rollWords(game.value.rules.sheet.dice, held.value.length, isFirst)} left=${left} all=${left + rolls.length} enabled=${mayRoll.value} onClick=${roll} />`}
    </div>
  `;
}

/** Another tab plays this game. */
function Elsewhere() {
  return html`
    <div class="offline-elsewhere">
      <p role="status">${gettext("Another tab plays this game.")}</p>
      <button type="button" class="button" onClick=${takeOver}>${gettext("Play here")}</button>
    </div>
  `;
}

function GiveUp({ onClose }) {
  return html`
    <${Dialog} title=${gettext("Throw this game away?")} onClose=${onClose}>
      <p>${gettext("All its turns are deleted from this device.")}</p>
      <p class="dialog-actions"><button type="button" class="button danger" onClick=${leave}>${gettext("Delete")}</button></p>
    <//>
  `;
}

function Bar() {
  const [leaving, setLeaving] = useState(false);
  const { sheet, name } = game.value.rules;
  const round = Math.min(Math.floor(game.value.turns.length / game.value.names.length) + 1, sheet.rounds);
  return html`
    <div class="spread offline-head">
      <h1>${name} <small>${interpolate(gettext("Round %(round)s of %(rounds)s"), { round, rounds: sheet.rounds })}</small></h1>
      <button type="button" class="icon-button" aria-label=${gettext("Throw this game away")} onClick=${() => setLeaving(true)}><${Icon} name="close" /></button>
    </div>
    ${!isStored.value && html`<p class="notice warn" role="status">${gettext("There is no room to store this game: it is lost when you close this page.")}</p>`}
    ${leaving && html`<${GiveUp} onClose=${() => setLeaving(false)} />`}
  `;
}

export function Table() {
  const { id, names, rules } = game.value;
  const card = useMemo(makeCard, [id]);
  const isOther = tab.value === "other";
  useEffect(() => scrollTo(0, 0), [id]);
  useEffect(() => {
    selected.value = null;
  }, [turn.value?.seat]);
  const size = cardSize(names.length, rules.sheet, shownSeats.value.length);
  return html`
    <${Bar} />
    <div class=${`table-layout playing ${size.class}`} style=${size.style}>
      <${Seats} />
      <section class=${mine.value ? "tray felt mine" : "tray felt"} aria-label=${gettext("Table")}>
        <${Line} />
        <${Dice} />
        ${isOther ? html`<${Elsewhere} />` : html`<${Actions} />`}
      </section>
      <${Scorecard} card=${card} />
    </div>
  `;
}

