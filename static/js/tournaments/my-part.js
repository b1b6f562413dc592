// My part in the tournament: join, wait, go to my table, take a break.

import { useState } from "preact/hooks";

import { gettext, interpolate, ngettext } from "../language/language.js";
import { ask } from "../net/commands.js";
import { gameAddress, page, roomAddress, storedName } from "../net/page-data.js";
import { useServerTime } from "../net/server-time.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { shareWords } from "../ui/perfect-play.js";
import { join } from "./commands.js";
import { phaseOf } from "./standings.js";
import { link, me, opening, tournament, you } from "./state.js";

function Command({ words, type, quiet = false, onProblem }) {
  const send = async () => onProblem((await ask({ type })) ?? "");
  return html`<button type="button" class=${quiet ? "button quiet" : "button large"} onClick=${send}>${words}</button>`;
}

function NeedsAccount() {
  return html`
    <p>${gettext("Rated games need accounts.")}</p>
    <a class="button large" href=${you.value.player === null ? page.signUp : page.keep}>${gettext("Sign up")}</a>
  `;
}

function JoinForm({ onProblem }) {
  const [name, setName] = useState(storedName());
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    const field = event.target.elements.name;
    setBusy(true);
    onProblem((await join(name.trim(), field)) ?? "");
    setBusy(false);
  };
  return html`
    <form class="arena-join" onSubmit=${submit}>
      ${you.value.player === null &&
      html`
        <div class="field">
          <label for="arena-name">${gettext("Your name")}</label>
          <input id="arena-name" name="name" placeholder=${gettext("Guest")} maxlength=${page.nameLength} autocomplete="nickname" spellcheck="false" value=${name} onInput=${(event) => setName(event.target.value)} />
        </div>
      `}
      <button class="button large" disabled=${busy}>${gettext("Join")}</button>
    </form>
  `;
}

function Status({ words }) {
  return html`<p class="arena-status" role="status">${words}</p>`;
}

function TooLate() {
  return html`<${Status} words=${gettext("No new tables in the last three minutes.")} />`;
}

/** Return why I am not paired yet; "" if I can be. */
function pauseWords(now) {
  const from = me.value.paired_from ?? 0;
  const left = duration((from - now) / 1000);
  return from > now ? interpolate(gettext("You left your last game. Your next table can open in %(left)s."), { left }) : "";
}

function Waiting({ phase, onProblem }) {
  const paused = pauseWords(useServerTime());
  const isBefore = phase === "before";
  if (phase === "last") return html`<${TooLate} />`;
  const online = link.value.state === "online";
  return html`
    ${!isBefore && !paused && html`<span class="arena-dice" aria-hidden="true"><i></i><i></i><i></i></span>`}
    <${Status} words=${isBefore ? gettext("You’re in.") : paused || (online ? gettext("Looking for players…") : gettext("Connection lost. Trying again…"))} />
    <p class="hint">${gettext("Keep this page open.")}</p>
    <${Command} words=${isBefore ? gettext("Leave") : gettext("Take a break")} type="pause" quiet onProblem=${onProblem} />
  `;
}

function ToTable({ room }) {
  return html`<a class="button large" href=${roomAddress(room)}>${gettext("To the table")}<${Icon} name="arrow" /></a>`;
}

function Playing({ onProblem }) {
  const { room, pausing } = me.value;
  if (!room) return html`<${Status} words=${gettext("Loading…")} />`;
  return html`
    <${ToTable} room=${room} />
    ${pausing && html`<p>${gettext("You take a break after this game.")}</p>`}
    <${Command} words=${pausing ? gettext("Play on") : gettext("Take a break")} type=${pausing ? "join" : "pause"} quiet onProblem=${onProblem} />
  `;
}

function Paused({ phase, onProblem }) {
  const paused = pauseWords(useServerTime());
  if (me.value.paired_from === null) return html`<${Status} words=${gettext("Too many of your games could not start, so you can play no more here.")} />`;
  if (phase === "last") return html`<${TooLate} />`;
  return html`
    <${Status} words=${paused || gettext("You’re taking a break.")} />
    <${Command} words=${gettext("Play on")} type="join" onProblem=${onProblem} />
  `;
}

/** My place, with what decides it. */
function MyPlace() {
  const { row } = me.value ?? {};
  const { duplicate, players } = tournament.value;
  const perfect = duplicate?.perfect ?? null;
  const points = duplicate ? row?.total : row?.games > 0 ? row.score : undefined;
  if (points === undefined) return null;
  const place = interpolate(gettext("Place %(place)s of %(players)s"), { place: row.place, players });
  const score = perfect === null ? interpolate(ngettext("%(count)s point", "%(count)s points", points), { count: points }) : shareWords(points, perfect);
  return html`<${Status} words=${`${place} · ${score}`} />`;
}

/** Why nobody has played a duplicate event. */
function NotPlayed() {
  const { starts, ends } = tournament.value;
  const words = ends > starts ? gettext("Too few players came this time.") : gettext("Cancelled: there are no more events with the same dice.");
  return html`<${Status} words=${words} />`;
}

/** My part in a duplicate event, from its start on. */
function DuplicatePart({ phase }) {
  const { room } = me.value ?? {};
  if (phase === "finished" && tournament.value.duplicate.counted === 0) return html`<${NotPlayed} />`;
  if (phase === "finished") return html`<${MyPlace} />`;
  if (!me.value) return html`<${Status} words=${gettext("This event has begun.")} />`;
  if (phase === "counting" || !room) return html`<${Status} words=${gettext("Loading…")} />`;
  return html`<${MyPlace} /><${ToTable} room=${room} />`;
}

function Part({ phase, onProblem }) {
  if (opening.value) return html`<${Status} words=${gettext("Your table is ready")} />`;
  if (tournament.value.duplicate) return html`<${DuplicatePart} phase=${phase} />`;
  const state = me.value?.row.state;
  if (state === "playing" && (me.value.room || phase !== "finished")) return html`<${Playing} onProblem=${onProblem} />`;
  if (phase === "counting") return html`<${Status} words=${gettext("Loading…")} />`;
  if (phase === "finished") return html`<${MyPlace} />`;
  if (state === "waiting" || state === "registered") return html`<${Waiting} phase=${phase} onProblem=${onProblem} />`;
  if (state === "paused") return html`<${Paused} phase=${phase} onProblem=${onProblem} />`;
  if (phase === "last") return html`<${TooLate} />`;
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
