// A game on a screen: whose turn it is, the dice, and what has just happened; or the round that all play at once.

import { gettext, interpolate } from "../language/language.js";
import { Rolls } from "../scorecard/turn-parts.js";
import { Clock } from "../table/game/turn-clock.js";
import { Emblem } from "../ui/bots.js";
import { boxName, worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { named } from "../ui/typed.js";
import { TvDice } from "../watching/dice.js";
import { fillWords, lastFill, momentDice, momentWords } from "../watching/moment.js";
import { has, parts } from "./options.js";
import { Person } from "./person.js";

const MOST_ROWS = 6; // of players below each other

/** The time of the turn or round that runs; nothing while nobody waits for it. */
export function TimeLeft({ view }) {
  const seat = view.seats[view.acting[0]];
  const isServed = seat && (seat.auto || seat.bot);
  if (view.status !== "playing" || !view.deadline || isServed) return null;
  return html`<${Clock} deadline=${view.deadline} total=${view.clock} />`;
}

function Turn({ seat, rolls }) {
  return html`
    <header class="screen-turn">
      <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
      <h1>${interpolate(gettext("%(name)s’s turn"), { name: named(seat.name) })}</h1>
      <${Rolls} made=${seat.turn.roll} rolls=${rolls} name="screen-rolls" />
    </header>
  `;
}

/** The last box that was filled; before the first one, what happens now. */
function lastWords({ view, room }) {
  const fill = lastFill(view, room.sheet);
  return fill ? fillWords(view, room.sheet, fill, named) : momentWords({ view, room }, named);
}

/** The felt where players take turns. */
function TurnFelt({ table }) {
  const { view, room } = table;
  const seat = view.seats[view.acting[0]];
  return html`
    <section class="screen-felt" aria-label=${gettext("Table")}>
      ${has("turn") && (seat ? html`<${Turn} seat=${seat} rolls=${room.sheet.rolls + (seat.turn.saved || 0)} />` : html`<h1>${gettext("The game starts")}</h1>`)}
      ${has("dice") && html`<${TvDice} ...${momentDice(table)} count=${room.sheet.dice} />`}
      ${has("turn") && html`<p class="screen-words">${seat ? lastWords(table) : ""}</p>`}
    </section>
  `;
}

function boxWords(sheet, fill) {
  if (!fill) return "";
  const points = worth(sheet, fill.column, fill.points + fill.bonus);
  return interpolate(gettext("%(points)s in %(box)s"), { points, box: boxName(sheet, fill) });
}

function RoundRow({ seat, fill, isDone, sheet }) {
  return html`
    <li class=${isDone ? "round-row done" : "round-row"}>
      <${Person} seat=${seat} />
      <span class="round-last">${seat.out ? gettext("resigned") : boxWords(sheet, fill)}</span>
      <b class="number">${seat.card.total}</b>
      <span class="round-done">${isDone && html`<${Icon} name="check" /><span class="visually-hidden">${gettext("done")}</span>`}</span>
    </li>
  `;
}

/** The felt where all play at once. Nobody here sees a die or a box before the round is over. */
function RoundFelt({ table }) {
  const { view, room } = table;
  const { round, rounds, revealed = [], done = [] } = view;
  return html`
    <section class="screen-felt in-rounds" aria-label=${gettext("Table")}>
      ${
        has("turn") &&
        html`<header class="screen-turn">
          <h1>${parts === null ? gettext("Everybody plays at once") : interpolate(gettext("Round %(round)s of %(rounds)s"), { round, rounds })}</h1>
        </header>`
      }
      ${
        has("dice") &&
        html`<ol class=${view.seats.length > MOST_ROWS ? "round-list many" : "round-list"}>
          ${view.seats.map(
            (seat) => html`<${RoundRow}
              key=${seat.seat}
              seat=${seat}
              sheet=${room.sheet}
              fill=${revealed.find((each) => each.seat === seat.seat)}
              isDone=${done.includes(seat.seat)}
            />`,
          )}
        </ol>`
      }
    </section>
  `;
}

/** The middle of a game that is being played. */
export function Felt({ table }) {
  return table.view.mode === "rounds" ? html`<${RoundFelt} table=${table} />` : html`<${TurnFelt} table=${table} />`;
}

/** A row with the totals of all seats: a part of overlays. */
export function Totals({ view }) {
  const most = Math.max(...view.seats.map(({ card }) => card.total));
  return html`
    <ul class="screen-totals" aria-label=${gettext("Players")}>
      ${view.seats.map((seat) => {
        const names = ["screen-total", view.acting.includes(seat.seat) && "acting", most > 0 && seat.card.total === most && "best", seat.out && "out"];
        return html`<li key=${seat.seat} class=${names.filter(Boolean).join(" ")}><${Person} seat=${seat} /><b class="number">${seat.card.total}</b></li>`;
      })}
    </ul>
  `;
}
