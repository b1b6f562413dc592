// Open tables and games to watch, just as the lobby sends them.

import { signal } from "@preact/signals";

import { page, roomAddress } from "../net/page-data.js";
import { requestSeat } from "../room/seat-request.js";
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
  return html`<abbr title="provisional rating">?</abbr>`;
}

/** A name with its rating, if there is one, or with a guest's mark. */
export function PlayerName({ person }) {
  const { name, rating, provisional, guest } = person;
  if (rating === null) return html`${name}<${GuestMark} guest=${guest} />`;
  return html`${name} <span class="rating number">${rating}${provisional && html`<${Provisional} />`}</span>`;
}

function Places({ row }) {
  const places = Array.from({ length: row.seats }, (_, at) => html`<i class=${at < row.taken ? "taken" : ""}></i>`);
  const words = `${row.taken} of ${row.seats} seats taken`;
  return html`<span class="places" role="img" aria-label=${words} title=${words}>${places}</span>`;
}

function Marks({ row }) {
  return html`
    <span class="marks">
      <span class="badge">${clockWords(row.clock)}</span>
      ${row.rated && html`<span class="badge warn">rated</span>`}
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
          <span class="row-title">${row.variant.name}</span> <${Marks} row=${row} /><br />
          <span class="row-meta"><${People} row=${row} /></span>
        </span>
        <span class="row-end">
          <${Places} row=${row} />
          <span class="button secondary small">${mine ? "Your seat" : "Sit down"}</span>
        </span>
      </a>
    </li>
  `;
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

function Names({ people }) {
  const left = [...people];
  const parts = LIST.formatToParts(people.map((each) => each.name));
  return html`${parts.map(({ type, value }) => html`${value}${type === "element" && html`<${GuestMark} guest=${left.shift().guest} />`}`)}`;
}

function GameRow({ row }) {
  return html`
    <li>
      <a class="row table-row" href=${roomAddress(row.code)} onClick=${stopSearch}>
        <span class="row-main">
          <span class="row-title"><${Names} people=${row.players} /></span><br />
          <span class="row-meta">${row.variant.name}${row.rated && ", rated"}</span>
        </span>
        <span class="row-end"><${Icon} name="eye" />Watch</span>
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
      <select aria-label="Variant" value=${filter.value.variant} onChange=${set("variant")}>
        <option value="">All variants</option>
        ${variants.map(([id, name]) => html`<option value=${id}>${name}</option>`)}
      </select>
      <select aria-label="Rated or casual" value=${filter.value.rated} onChange=${set("rated")}>
        <option value="">All games</option>
        <option value="rated">Rated only</option>
        <option value="casual">Casual only</option>
      </select>
    </div>
  `;
}

function Online({ online }) {
  if (online === 0) return null;
  const words = online === 1 ? "1 player online" : `${online} players online`;
  return html`<span class="badge good"><span class="here-dot" aria-hidden="true"></span>${words}</span>`;
}

/** Shown without open tables. Its buttons submit the form above. */
function Empty() {
  return html`
    <div class="empty">
      <h3>No open tables</h3>
      <p>Start one.</p>
      <p class="cluster">
        <button class="button secondary" form="play-form" name="public" value="on">Open a public table</button>
        <button class="button quiet" form="play-form" name="seats" value="1">Play alone</button>
      </p>
    </div>
  `;
}

function NoMatch() {
  return html`
    <p class="muted">
      No open table matches your filters.${" "}
      <button type="button" class="button secondary small" onClick=${() => (filter.value = NOTHING_CHOSEN)}>Show all</button>
    </p>
  `;
}

function Rooms() {
  const { rows } = lobby.value;
  const open = filterRows(rows, "room", filter.value);
  if (open.length > 0) return html`<ul class="list">${open.map((row) => html`<${TableRow} key=${row.code} row=${row} />`)}</ul>`;
  return rows.some((row) => row.kind === "room") ? html`<${NoMatch} />` : html`<${Empty} />`;
}

function Games() {
  const games = filterRows(lobby.value.rows, "game", filter.value);
  if (games.length === 0) return null;
  return html`
    <section class="panel" aria-labelledby="games-title">
      <h2 class="panel-title" id="games-title">Games to watch</h2>
      <ul class="list">${games.map((row) => html`<${GameRow} key=${row.code} row=${row} />`)}</ul>
    </section>
  `;
}

export function OpenTables() {
  const { rows, online } = lobby.value;
  return html`
    <section class="panel" aria-labelledby="tables-title">
      <header class="tables-head">
        <h2 class="panel-title" id="tables-title">Open tables</h2>
        <${Online} online=${online} />
        ${rows.length > 0 && html`<${Filters} />`}
      </header>
      <${Rooms} />
    </section>
    <${Games} />
  `;
}
