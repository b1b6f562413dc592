// Games to watch with their scores, and open tables, just as the lobby sends them.

import { gettext, interpolate } from "../language/language.js";
import { roomAddress } from "../net/page-data.js";
import { requestSeat } from "../table/people/seat-request.js";
import { clockWords } from "../ui/clock-text.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { named } from "../ui/typed.js";
import { stopSearch } from "./commands.js";
import { rowsOf } from "./rows.js";
import { lobby, you } from "./state.js";

function Provisional() {
  return html`<abbr title=${gettext("provisional rating")}>?</abbr>`;
}

/** A name with its rating, if there is one, or with a guest's mark. */
export function PlayerName({ person }) {
  const { name, rating, provisional, guest } = person;
  if (rating === null) return html`${named(name)}<${GuestMark} guest=${guest} />`;
  return html`${named(name)} <span class="rating number">${rating}${provisional && html`<${Provisional} />`}</span>`;
}

function Places({ row }) {
  const places = Array.from({ length: row.seats }, (_, at) => html`<i class=${at < row.taken ? "taken" : ""}></i>`);
  const words = interpolate(gettext("%(taken)s of %(seats)s seats taken"), { taken: row.taken, seats: row.seats });
  return html`<span class="places" role="img" aria-label=${words} title=${words}>${places}</span>`;
}

function Marks({ row }) {
  return html`
    <span class="marks">
      <span class="badge">${clockWords(row.clock)}</span>
      ${row.mode === "rounds" && html`<span class="badge">${gettext("all at once")}</span>`}
      ${row.dice === "same" && html`<span class="badge">${gettext("same dice")}</span>`}
      ${row.rated && html`<span class="badge warn">${gettext("rated")}</span>`}
    </span>
  `;
}

function People({ row }) {
  const { players } = row;
  return html`${players.map((person, at) => html`${at > 0 && ", "}<${PlayerName} person=${person} />`)}`;
}

function TableRow({ row }) {
  const mine = row.players.some((each) => each.player === you.value.player);
  const sitDown = (event) => {
    stopSearch();
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey; // opens in a new tab or window
    if (!mine && !elsewhere) requestSeat(row.code);
  };
  return html`
    <li>
      <a class="row table-row" href=${roomAddress(row.code)} onClick=${sitDown}>
        <span class="row-main">
          <span class="row-title">${gettext(row.variant.name)}</span> <${Marks} row=${row} /><br />
          <span class="row-meta"><${People} row=${row} /></span>
        </span>
        <span class="row-end">
          <${Places} row=${row} />
          <span class="button secondary small">${mine ? gettext("Your seat") : gettext("Take a seat")}</span>
        </span>
      </a>
    </li>
  `;
}

function roundWords(score) {
  if (!score) return "";
  return interpolate(gettext("round %(round)s of %(rounds)s"), { round: score.round, rounds: score.rounds });
}

function Score({ person, total, leads }) {
  return html`
    <span class=${leads ? "live-seat leads" : "live-seat"}>
      <span class="live-name">${named(person.name)}<${GuestMark} guest=${person.guest} short /></span>
      ${total !== null && html`<span class="live-total number" key=${total}>${total}</span>`}
    </span>
  `;
}

function GameRow({ row }) {
  const score = lobby.value.scores.get(row.code);
  const totals = row.players.map((_, at) => score?.totals[at] ?? null);
  const most = Math.max(1, ...totals.filter((total) => total !== null));
  const facts = [gettext(row.variant.name), roundWords(score), row.rated && gettext("rated")].filter(Boolean);
  return html`
    <li>
      <a class="row live-game" href=${roomAddress(row.code)} onClick=${stopSearch}>
        <span class="live-seats">
          ${row.players.map((person, at) => html`<${Score} key=${person.player} person=${person} total=${totals[at]} leads=${totals[at] === most} />`)}
        </span>
        <span class="row-meta">${facts.join(" · ")}</span>
        <span class="live-watch"><${Icon} name="eye" />${gettext("Watch")}</span>
      </a>
    </li>
  `;
}

function Games() {
  const games = rowsOf(lobby.value.rows, "game");
  if (games.length === 0) return null;
  return html`
    <section class="panel" aria-labelledby="games-title">
      <h2 class="panel-title" id="games-title">${gettext("Live games")}</h2>
      <ul class="live-games">${games.map((row) => html`<${GameRow} key=${row.code} row=${row} />`)}</ul>
    </section>
  `;
}

/** Nothing is shown where nothing is. */
export function OpenTables() {
  const rooms = rowsOf(lobby.value.rows, "room");
  return html`
    <${Games} />
    ${rooms.length > 0 &&
    html`
      <section class="panel" aria-labelledby="tables-title">
        <h2 class="panel-title" id="tables-title">${gettext("Open tables")}</h2>
        <ul class="list">${rooms.map((row) => html`<${TableRow} key=${row.code} row=${row} />`)}</ul>
      </section>
    `}
  `;
}
