// Games to watch with their scores, and open tables, just as the lobby sends them.

import { signal } from "@preact/signals";

import { gettext, interpolate } from "../language/language.js";
import { page, roomAddress } from "../net/page-data.js";
import { requestSeat } from "../table/people/seat-request.js";
import { clockWords } from "../ui/clock-text.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { stopSearch } from "./commands.js";
import { filterRows } from "./rows.js";
import { lobby, you } from "./state.js";

const NOTHING_CHOSEN = { variant: "", rated: "" };
const filter = signal(NOTHING_CHOSEN);
const variants = JSON.parse(page.variants); // [[id, name], ...]

function Provisional() {
  return html`<abbr title=${gettext("provisional rating")}>?</abbr>`;
}

/** A name with its rating, if there is one, or with a guest's mark. */
export function PlayerName({ person }) {
  const { name, rating, provisional, guest } = person;
  if (rating === null) return html`${name}<${GuestMark} guest=${guest} />`;
  return html`${name} <span class="rating number">${rating}${provisional && html`<${Provisional} />`}</span>`;
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
          <span class="button secondary small">${mine ? gettext("Your seat") : gettext("Sit down")}</span>
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
      <span class="live-name">${person.name}<${GuestMark} guest=${person.guest} short /></span>
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

function Filters() {
  const set = (name) => (event) => {
    filter.value = { ...filter.value, [name]: event.target.value };
  };
  return html`
    <div class="filters">
      <select aria-label=${gettext("Variant")} value=${filter.value.variant} onChange=${set("variant")}>
        <option value="">${gettext("All variants")}</option>
        ${variants.map(([id, name]) => html`<option value=${id}>${gettext(name)}</option>`)}
      </select>
      <select aria-label=${gettext("Rated or casual")} value=${filter.value.rated} onChange=${set("rated")}>
        <option value="">${gettext("All games")}</option>
        <option value="rated">${gettext("Rated only")}</option>
        <option value="casual">${gettext("Casual only")}</option>
      </select>
    </div>
  `;
}

function NoMatch() {
  return html`
    <p class="muted">
      ${gettext("No open table matches your filters.")}${" "}
      <button type="button" class="button secondary small" onClick=${() => (filter.value = NOTHING_CHOSEN)}>${gettext("Show all")}</button>
    </p>
  `;
}

function Rooms() {
  const open = filterRows(lobby.value.rows, "room", filter.value);
  if (open.length > 0) return html`<ul class="list">${open.map((row) => html`<${TableRow} key=${row.code} row=${row} />`)}</ul>`;
  return html`<${NoMatch} />`;
}

function Games() {
  const games = filterRows(lobby.value.rows, "game", filter.value);
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
  const hasRooms = lobby.value.rows.some(({ kind }) => kind === "room");
  if (!hasRooms) return html`<${Games} />`;
  return html`
    <${Games} />
    <section class="panel" aria-labelledby="tables-title">
      <header class="tables-head">
        <h2 class="panel-title" id="tables-title">${gettext("Open tables")}</h2>
        <${Filters} />
      </header>
      <${Rooms} />
    </section>
  `;
}
