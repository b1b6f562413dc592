// The players: emblem, name, total, presence. A tap shows a player's column of the card.

import { computed, effect, signal } from "@preact/signals";

import { gettext, interpolate, ngettext, number, percent } from "../../language/language.js";
import { Total } from "../../scorecard/totals.js";
import { botName, Emblem } from "../../ui/bots.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { useScrollIntoView } from "../../ui/scroll-into-view.js";
import { named } from "../../ui/typed.js";
import { isDone, isRounds } from "../state/round-state.js";
import { actingSeat, chances, mySeat, mySeats, myTurn, ownSeat, presence, sharesDevice, sheet, view } from "../state/state.js";

const MAX_IN_ORDER = 8;
const ROUND_COLUMNS = 4;
const SHARED_COLUMNS = 3; // of players who share a device, on a narrow screen

/** The seat that the user selected, or null to follow the acting seat. */
const selected = signal(null);

/** Show my own card again whenever my turn begins. */
export function watchMyTurn() {
  effect(() => {
    if (myTurn.value) selected.value = null;
  });
}

function follow(game, mine) {
  const acting = game.acting[0];
  if (acting !== undefined && acting !== mine) return acting;
  const last = game.last?.seat;
  if (last !== undefined && last !== mine) return last;
  return ((mine ?? -1) + 1) % game.seats.length;
}

/** The seat whose column comes first: mine. Players who share a device keep their places. */
export const firstSeat = computed(() => mySeats.value[0] ?? 0);

/** Return the columns of players who share a device: as many as fit, in their fixed order, with that of `wanted`. */
function sharedColumns(count, wanted) {
  const at = (wanted - firstSeat.value + count) % count;
  const start = Math.min(at - (at % SHARED_COLUMNS), Math.max(0, count - SHARED_COLUMNS));
  return Array.from({ length: Math.min(count, SHARED_COLUMNS) }, (_, index) => (firstSeat.value + start + index) % count);
}

/** The seats whose columns are shown on a narrow screen (a phone). */
export const shownSeats = computed(() => {
  const game = view.value;
  if (!game) return [];
  const mine = mySeat.value;
  if (sheet.value.columns.length > 1) return [selected.value ?? game.acting[0] ?? mine ?? 0];
  if (sharesDevice.value) return sharedColumns(game.seats.length, selected.value ?? game.acting[0] ?? mine);
  const wanted = selected.value === mine ? null : selected.value;
  // In rounds nobody's turn says whose card to show: all that fit, or mine alone.
  if (isRounds.value && mine !== null && wanted === null) return game.seats.length > ROUND_COLUMNS ? [mine] : game.seats.map((_, at) => (mine + at) % game.seats.length);
  const other = wanted ?? follow(game, mine);
  return [...new Set(mine === null ? [other, (other + 1) % game.seats.length] : [mine, other])];
});

/** Return "here", "away" (has a seat, but no connection) or "auto". A bot needs no connection. */
export function presenceOf(seat) {
  if (seat.bot) return "here";
  if (seat.auto) return "auto";
  return presence.value.here.includes(seat.player) ? "here" : "away";
}

function StateBadge({ seat }) {
  if (isDone(seat.seat)) return html`<span class="seat-state done"><${Icon} name="check" /> ${gettext("done")}</span>`;
  if (seat.out) return html`<span class="seat-state"><${Icon} name="white-flag" /> ${gettext("resigned")}</span>`;
  if (seat.bot) return html`<span class="seat-state"><${Icon} name="robot" /> ${gettext("bot")}</span>`;
  const state = presenceOf(seat);
  if (state === "here") return null;
  if (state === "away") return html`<span class="seat-state"><${Icon} name="wifi-off" /> ${gettext("away")}</span>`;
  const standIn = view.value.stand_in;
  return html`<span class="seat-state"><${Icon} name="robot" /> ${standIn ? interpolate(gettext("%(name)s plays"), { name: botName(standIn) }) : gettext("auto")}</span>`;
}

/** The seat's win probability, for spectators: a number, and a line below the name. */
function Chance({ seat }) {
  const game = view.value;
  const known = chances.value;
  if (game.status !== "playing" || mySeat.value !== null || known?.game !== game.game) return null;
  const chance = known.win[seat];
  const words = chance > 0 && chance < 0.01 ? `<${percent(0.01)}` : chance < 1 && chance > 0.99 ? `>${percent(0.99)}` : percent(chance);
  // Variants with several columns are too large to solve exactly: their values are estimates.
  const estimated = sheet.value.columns.length > 1;
  return html`
    <span class="seat-chance number" style=${{ "--win": chance }}>
      <span class="visually-hidden">${gettext("chance to win")} </span>${estimated ? "≈ " : ""}${words}
    </span>
  `;
}

function pointsWords(points) {
  return interpolate(ngettext("%(count)s point", "%(count)s points", points), { count: points });
}

/** The seat's place, where the seats are shown as standings and somebody has points. Ties share it. */
function Place({ seat }) {
  const { seats } = view.value;
  if (!isStandings(seats.length) || seat.out || seats.every(({ card }) => card.total === 0)) return null;
  const better = seats.filter((other) => !other.out && other.card.total > seat.card.total).length;
  return html`<span class="seat-place number"><span class="visually-hidden">${gettext("Place")} </span>${better + 1}</span>`;
}

function Seat({ seat }) {
  const game = view.value;
  const mine = seat.seat === ownSeat.value;
  const acting = game.acting.includes(seat.seat);
  const names = ["seat", mine && "mine", acting && "acting", seat.out && "out", presenceOf(seat)];
  const toggle = () => {
    selected.value = selected.value === seat.seat ? null : seat.seat;
  };
  return html`
    <li>
      <button
        type="button"
        class=${names.filter(Boolean).join(" ")}
        data-player=${seat.player}
        aria-pressed=${shownSeats.value.includes(seat.seat)}
        aria-current=${acting ? "true" : undefined}
        data-seat=${seat.seat}
        onClick=${toggle}
      >
        <span class="seat-emblem"><${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} /></span>
        <span class="seat-who">
          <${Place} seat=${seat} /><span class="seat-name">${named(seat.name)}</span>${mine && html`<small>${gettext("(you)")}</small>`}
        </span>
        <${StateBadge} seat=${seat} />
        <${Chance} seat=${seat.seat} />
        <span class="seat-total number" translate="no" aria-label=${pointsWords(seat.card.total)}><${Total} seat=${seat.seat} total=${seat.card.total} /></span>
      </button>
    </li>
  `;
}

/** Whether so many seats are shown as standings, best first. */
function isStandings(count) {
  return isRounds.value && count > MAX_IN_ORDER;
}

/** Return how tightly a phone packs this many seats. */
function crowd(count) {
  if (isStandings(count)) return "crowd";
  return count > 4 ? "packed" : count > 2 ? "close" : "";
}

/** Return the seats in the order of the strip. Many seats are standings, best first. */
function inStripOrder({ seats }) {
  if (!isStandings(seats.length)) return seats;
  return [...seats].sort((a, b) => Number(a.out) - Number(b.out) || b.card.total - a.card.total || a.seat - b.seat);
}

export function Seats() {
  const strip = useScrollIntoView(".seat.acting", actingSeat.value);
  return html`
    <ul class=${`seats ${crowd(view.value.seats.length)}`} aria-label=${gettext("Players")} ref=${strip}>
      ${inStripOrder(view.value).map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} />`)}
    </ul>
  `;
}
