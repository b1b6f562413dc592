// What the table shows in `mode: rounds`: who is done, and what everybody did. Loaded only for such a table.

import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate } from "../../language/language.js";
import { serverNow } from "../../net/server-time.js";
import { Emblem } from "../../ui/bots.js";
import { boxName, worth } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { Icon, MiniDie } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { begins, isEvent, isShown } from "../state/round-state.js";
import { mySeat, sheet, view } from "../state/state.js";
import { isReveal, roundTitle } from "./round-words.js";

const TICK_MS = 250;
const SOON_S = 4; // about as long as a round is shown, which nothing can shorten

/** Return when the next round begins, in words. In an event all tables begin it together. */
function nextWords(seconds) {
  const values = { round: view.value.round, seconds };
  const waits = isReveal() && isEvent.value && seconds > SOON_S;
  return interpolate(waits ? gettext("Round %(round)s begins when all tables are done, in %(seconds)s s at the latest") : gettext("Round %(round)s begins in %(seconds)s s"), values);
}

function Countdown({ until }) {
  const [left, setLeft] = useState(until - serverNow());
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  const seconds = Math.max(1, Math.ceil(left / 1000));
  return html`<p class="round-next number" aria-hidden="true">${nextWords(seconds)}</p>`;
}

function Player({ seat }) {
  return html`
    <span class="round-who">
      <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
      <span class="round-name">${named(seat.name)}</span>
    </span>
  `;
}

function pointsOf({ column, points, bonus }) {
  return worth(sheet.value, column, points + bonus);
}

/** What one seat did in the round on show. */
function Fill({ fill, rank }) {
  const seat = view.value.seats[fill.seat];
  const points = pointsOf(fill);
  const names = ["round-fill", fill.seat === mySeat.value && "mine", rank === 0 && points > 0 && "best"];
  return html`
    <li class=${names.filter(Boolean).join(" ")} style=${{ "--rank": rank }}>
      <${Player} seat=${seat} />
      <span class="round-dice" aria-hidden="true">${[...fill.dice].sort().map((face) => html`<${MiniDie} face=${face} />`)}</span>
      <span class="round-box">${boxName(sheet.value, fill)}${fill.timed_out && html` <small>${gettext("out of time")}</small>`}</span>
      <b class="round-points number">${points > 0 ? `+${points}` : points}</b>
    </li>
  `;
}

function Reveal() {
  const fills = [...view.value.revealed].sort((a, b) => pointsOf(b) - pointsOf(a) || a.seat - b.seat);
  return html`
    <ol class=${fills.length > 4 ? "round-fills many" : "round-fills"}>
      ${fills.map((fill, rank) => html`<${Fill} key=${fill.seat} fill=${fill} rank=${rank} />`)}
    </ol>
    <${Countdown} until=${begins.value} />
  `;
}

function Progress() {
  const game = view.value;
  return html`
    <ul class="round-seats">
      ${game.seats.map(
        (seat) => html`
          <li key=${seat.seat} class=${seat.out || game.done.includes(seat.seat) ? "round-seat done" : "round-seat"}>
            <${Player} seat=${seat} />
            ${seat.out
              ? html`<small>${gettext("resigned")}</small>`
              : game.done.includes(seat.seat)
                ? html`<span class="round-mark"><${Icon} name="check" /><span class="visually-hidden">${gettext("done")}</span></span>`
                : null}
          </li>
        `,
      )}
    </ul>
  `;
}

/** Tells spectators why the felt is empty, and what comes next. */
function Why() {
  const words = gettext("Everybody plays at once. When all have scored, you’ll see what each player did.");
  return html`<p class="round-why">${words}</p>`;
}

/** Shown on the felt while I have no dice to play. */
export function RoundPanel() {
  return html`<div class="round-panel" role="group" aria-label=${roundTitle()}>${isShown.value ? html`<${Reveal} />` : html`<${Progress} />${mySeat.value === null && html`<${Why} />`}`}</div>`;
}
