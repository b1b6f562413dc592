// The standings, the podium, and the tables where the best play.

import { gettext } from "../language/language.js";
import { page, roomAddress } from "../net/page-data.js";
import { Avatar } from "../ui/avatar.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { PerfectNote, shareOfPerfect } from "../ui/perfect-play.js";
import { named } from "../ui/typed.js";
import { Name, shownName } from "./names.js";
import { hasPlaces, podiumOf } from "./standings.js";
import { me, tournament, you } from "./state.js";

const SHOWN_POINTS = 8;
const WIN = Number(page.win);

/** The points of the last games, in colors for as many as a plain win and for more. */
function Sheet({ row }) {
  const points = row.sheet.slice(-SHOWN_POINTS);
  if (points.length === 0) return null;
  return html`<span class="arena-sheet number">${points.map((each) => html`<i class=${each > WIN ? "double" : each === WIN ? "win" : ""}>${each}</i>`)}</span>`;
}

/** Return what perfect play scores with the dice of a finished event; null elsewhere, and until it is known. */
function perfectOf({ duplicate }) {
  return duplicate?.perfect ?? null;
}

/** Return what decides a player's place: their points, with the same dice for all as a share of perfect play once that is known. */
function scoreOf(row) {
  const perfect = perfectOf(tournament.value);
  if (!tournament.value.duplicate) return row.score;
  return perfect === null ? row.total : shareOfPerfect(row.total, perfect);
}

function DuplicateRow({ row }) {
  const mine = row.player === you.value.player;
  const isRanked = row.total !== undefined;
  const perfect = perfectOf(tournament.value);
  return html`
    <tr class=${[mine && "mine", row.left && "paused"].filter(Boolean).join(" ")}>
      <td class="place"><span class=${isRanked ? `medal medal-${row.place} number` : "medal number"}>${isRanked ? row.place : "–"}</span></td>
      <th scope="row">
        <span class="arena-person"><${Avatar} name=${row.avatar} size="small" /><${Name} row=${row} />
        ${mine && html`<span class="badge">${gettext("You")}</span>`}
        ${row.left && html`<small class="muted">${gettext("has left")}</small>`}</span>
      </th>
      <td class="number">${isRanked && html`<span key=${row.total} class="arena-score">${row.total}</span>`}</td>
      ${perfect !== null && html`<td class="number">${isRanked && shareOfPerfect(row.total, perfect)}</td>`}
    </tr>
  `;
}

function Row({ row }) {
  if (tournament.value.duplicate) return html`<${DuplicateRow} row=${row} />`;
  const mine = row.player === you.value.player;
  const isPaused = row.state === "paused" && !tournament.value.finished;
  return html`
    <tr class=${[mine && "mine", tournament.value.finished ? "" : row.state].filter(Boolean).join(" ")}>
      <td class="place"><span class=${row.score > 0 ? `medal medal-${row.place} number` : "medal number"}>${hasPlaces(tournament.value.rows) ? row.place : "–"}</span></td>
      <th scope="row">
        <span class="arena-person"><${Avatar} name=${row.avatar} size="small" /><${Name} row=${row} />
        ${mine && html`<span class="badge">${gettext("You")}</span>`}
        ${isPaused && html`<span class="visually-hidden">${gettext("taking a break")}</span>`}</span>
        <${Sheet} row=${row} />
      </th>
      <td class="number">
        ${row.doubled && !tournament.value.finished && html`<span class="arena-flame" title=${gettext("The next game counts double")}><${Icon} name="flame" /><span class="visually-hidden">${gettext("The next game counts double")}</span></span>`}
        <span key=${row.score} class="arena-score">${row.score}</span>
      </td>
    </tr>
  `;
}

function Table({ perfect }) {
  const { rows, duplicate } = tournament.value;
  const mine = me.value?.row;
  const elsewhere = mine && !rows.some((row) => row.player === mine.player);
  return html`
    <table class=${duplicate ? "table board arena-table duplicate" : "table board arena-table"}>
      <caption class="visually-hidden">${gettext("Standings")}</caption>
      <thead>
        <tr>
          <th class="place" scope="col">${gettext("Place")}</th>
          <th scope="col">${gettext("Player")}</th>
          <th class="number" scope="col">${gettext("Points")}</th>
          ${perfect !== null && html`<th class="number" scope="col">${gettext("Perfect play")}</th>`}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<${Row} key=${row.player} row=${row} />`)}
        ${elsewhere && html`<tr class="gap" key="gap"><td colspan=${perfect === null ? 3 : 4} aria-hidden="true"></td></tr><${Row} key=${mine.player} row=${mine} />`}
      </tbody>
    </table>
  `;
}

export function Standings() {
  const { rows, duplicate } = tournament.value;
  const perfect = perfectOf(tournament.value);
  return html`
    ${rows.length > 0 ? html`<${Table} perfect=${perfect} />` : html`<p class="muted">${gettext("Nobody yet")}</p>`}
    ${duplicate && html`<${PerfectNote} perfect=${perfect} estimated=${page.estimated === "yes"} />`}
  `;
}

export function Podium() {
  if (!tournament.value.finished) return null;
  const best = podiumOf(tournament.value.rows);
  if (best.length === 0) return null;
  return html`
    <ol class="podium">
      ${best.map(
        (row) => html`
          <li key=${row.player} class=${`step step-${row.place}${row.player === you.value.player ? " mine" : ""}`}>
            <span class=${`medal medal-${row.place}`}><span class="visually-hidden">${gettext("Place")} </span>${row.place}</span>
            <${Avatar} name=${row.avatar} />
            <span class="step-name">${shownName(row)}</span>
            <span class="step-value number">${scoreOf(row)}</span>
          </li>
        `,
      )}
    </ol>
  `;
}

export function Tables() {
  const { tables } = tournament.value;
  if (tables.length === 0) return null;
  return html`
    <section class="panel" aria-labelledby="tables-title">
      <h2 class="panel-title" id="tables-title">${gettext("Tables")}</h2>
      <ul class="list">
        ${tables.map(
          (table) => html`
            <li key=${table.room}>
              <a class="row arena-table-row" href=${roomAddress(table.room)}>
                <span class="row-main">${table.players.map((name, at) => [at > 0 && " · ", named(name)])}</span>
                <span class="row-end row-meta"><${Icon} name="eye" />${gettext("Watch")}</span>
              </a>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}
