// My part in the tournament: join, wait, go to my table, take a break.

import { useState } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { ask } from "../net/commands.js";
import { gameAddress, page, roomAddress, storedName } from "../net/page-data.js";
import { useServerTime } from "../net/server-time.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { join } from "./commands.js";
import { percentWords } from "./percent.js";
import { phaseOf } from "./standings.js";
import { link, me, opening, tournament, you } from "./state.js";

function Command({ words, type, quiet = false, onProblem }) {
  const send = async () => onProblem((await ask({ type })) ?? "");
  return html`<button type="button" class=${quiet ? "button quiet" : "button large"} onClick=${send}>${words}</button>`;
}

function NeedsAccount() {
  return html`
    <p>${gettext("This tournament is rated: you need an account.")}</p>
    <a class="button large" href=${you.value.player === null ? page.signUp : page.keep}>${gettext("Sign up")}</a>
  `;
}

function JoinForm({ onProblem }) {
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    const name = new FormData(event.target).get("name")?.trim() ?? "";
    setBusy(true);
    onProblem((await join(name)) ?? "");
    setBusy(false);
  };
  return html`
    <form class="arena-join" onSubmit=${submit}>
      ${you.value.player === null &&
      html`
        <div class="field">
          <label for="arena-name">${gettext("Your name")}</label>
          <input id="arena-name" name="name" required maxlength=${page.nameLength} autocomplete="nickname" spellcheck="false" value=${storedName()} />
        </div>
      `}
      <button class="button large" disabled=${busy}>${gettext("Join")}</button>
    </form>
  `;
}

function TooLate() {
  return html`<p class="arena-status" role="status">${gettext("No new tables in the last three minutes. Thanks for playing!")}</p>`;
}

/** Return how long I am not paired, as text; "" if I can be. */
function pauseLeft(now) {
  const from = me.value.paired_from ?? 0;
  return from > now ? duration((from - now) / 1000) : "";
}

function Waiting({ phase, onProblem }) {
  const now = useServerTime();
  if (phase === "before") {
    const left = duration((tournament.value.starts - now) / 1000);
    return html`
      <p class="arena-status" role="status">${gettext("You’re in.")} <span class="number">${interpolate(gettext("It starts in %(left)s."), { left })}</span></p>
      <p class="hint">${tournament.value.duplicate ? gettext("Keep this page open: your table opens here, at the same moment for everybody.") : gettext("Keep this page open: your first table opens here.")}</p>
      <${Command} words=${gettext("Leave")} type="pause" quiet onProblem=${onProblem} />
    `;
  }
  if (phase === "last") return html`<${TooLate} />`;
  const left = pauseLeft(now);
  if (left) {
    return html`
      <p class="arena-status">${gettext("You missed part of your last game.")} <span class="number">${interpolate(gettext("Your next table can open in %(left)s."), { left })}</span></p>
      <${Command} words=${gettext("Take a break")} type="pause" quiet onProblem=${onProblem} />
    `;
  }
  return html`
    <div class="arena-looking"><span class="arena-dice" aria-hidden="true"><i></i><i></i><i></i></span>
      <p class="arena-status" role="status">${link.value.state === "online" ? gettext("Looking for a table…") : gettext("Connection lost. Trying again…")}</p>
    </div>
    <p class="hint">${gettext("Keep this page open. Your table opens by itself.")}</p>
    <${Command} words=${gettext("Take a break")} type="pause" quiet onProblem=${onProblem} />
  `;
}

function Playing({ onProblem }) {
  const { room, pausing } = me.value;
  if (!room) return html`<p class="arena-status" role="status">${gettext("Counting your game…")}</p>`;
  return html`
    <a class="button large" href=${roomAddress(room)}>${gettext("To your table")}<${Icon} name="arrow" /></a>
    ${
      pausing
        ? html`<p>${gettext("You take a break after this game.")}</p><${Command} words=${gettext("Keep playing")} type="join" quiet onProblem=${onProblem} />`
        : html`<${Command} words=${gettext("Take a break after this game")} type="pause" quiet onProblem=${onProblem} />`
    }
  `;
}

function Paused({ phase, onProblem }) {
  const left = pauseLeft(useServerTime());
  if (me.value.paired_from === null) return html`<p class="arena-status" role="status">${gettext("Again and again a game could not start because your seed was missing. You can play no more games in this tournament.")}</p>`;
  if (phase === "last") return html`<${TooLate} />`;
  return html`
    <p class="arena-status" role="status">${left ? gettext("You missed part of your last game.") : gettext("You’re taking a break.")}</p>
    ${left && html`<p class="number">${interpolate(gettext("Your next table can open in %(left)s."), { left })}</p>`}
    <${Command} words=${gettext("Play on")} type="join" onProblem=${onProblem} />
  `;
}

function DuplicateOutcome() {
  const row = me.value?.row;
  if (tournament.value.duplicate.counted === 0) return html`<p class="arena-status">${gettext("Too few players came this time.")}</p>`;
  if (row?.percent === undefined) return null;
  const values = { place: row.place, players: tournament.value.players, percent: percentWords(row.percent) };
  return html`<p class="arena-status">${interpolate(gettext("Your place: %(place)s of %(players)s, with %(percent)s."), values)}</p>`;
}

/** My part in a duplicate event, from its start on. */
function DuplicatePart({ phase }) {
  const { room, row } = me.value ?? {};
  if (phase === "finished") return html`<${DuplicateOutcome} />`;
  if (phase === "seating") return html`<p class="arena-status" role="status">${me.value ? gettext("Your table opens in a moment…") : gettext("This event has begun.")}</p>`;
  if (!me.value) return html`<p class="arena-status" role="status">${gettext("This event has begun. Follow the standings here.")}</p>`;
  if (phase === "counting" || !room) return html`<p class="arena-status" role="status">${gettext("Counting the last round…")}</p>`;
  const place = row.percent !== undefined && interpolate(gettext("Your place so far: %(place)s, with %(percent)s."), { place: row.place, percent: percentWords(row.percent) });
  return html`
    ${place && html`<p class="arena-status">${place}</p>`}
    <a class="button large" href=${roomAddress(room)}>${gettext("To your table")}<${Icon} name="arrow" /></a>
  `;
}

function Outcome() {
  const { row } = me.value;
  if (row.games === 0) return null;
  return html`<p class="arena-status">${interpolate(gettext("Your place: %(place)s, with %(score)s points."), { place: row.place, score: row.score })}</p>`;
}

function Part({ phase, onProblem }) {
  if (opening.value) return html`<p class="arena-status" role="status">${gettext("Your table is ready. Opening it…")}</p>`;
  if (tournament.value.duplicate && phase !== "before") return html`<${DuplicatePart} phase=${phase} />`;
  const state = me.value?.row.state;
  if (state === "playing" && (me.value.room || phase !== "finished")) return html`<${Playing} onProblem=${onProblem} />`;
  if (phase === "counting") return html`<p class="arena-status" role="status">${gettext("Time is up. Counting…")}</p>`;
  if (phase === "finished") return me.value && html`<${Outcome} />`;
  if (state === "waiting" || state === "registered") return html`<${Waiting} phase=${phase} onProblem=${onProblem} />`;
  if (state === "paused") return html`<${Paused} phase=${phase} onProblem=${onProblem} />`;
  if (phase === "last") return html`<p>${gettext("No new tables in the last three minutes.")}</p>`;
  if (tournament.value.rated && (you.value.player === null || you.value.guest)) return html`<${NeedsAccount} />`;
  return html`<${JoinForm} onProblem=${onProblem} />`;
}

/** My last games without points, and why. */
function Unscored() {
  const games = me.value?.unscored ?? [];
  if (games.length === 0) return null;
  return html`
    <ul class="arena-unscored">
      ${games.map(({ game, reason }) => html`<li key=${game}><a href=${gameAddress(game)}>${gettext("This game gave no points.")}</a> ${gettext(reason)}</li>`)}
    </ul>
  `;
}

export function MyPart() {
  const [problem, setProblem] = useState("");
  const phase = phaseOf(tournament.value, useServerTime());
  return html`<div class="arena-part"><${Part} phase=${phase} onProblem=${setProblem} /><p class="errors" role="alert">${problem}</p><${Unscored} /></div>`;
}
