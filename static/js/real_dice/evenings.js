// The season on this device: who won how often, and the games that were played.

import { useState } from "preact/hooks";

import { gettext, interpolate, ngettext } from "../language/language.js";
import { timeText } from "../language/times.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { eveningOf, standings } from "./season.js";
import { forgetAllResults, looked, results } from "./state.js";

const FIRST_SHOWN = 8;

function Standings({ rows }) {
  return html`
    <div class="table-scroll">
      <table class="table compact">
        <thead><tr><th scope="col">${gettext("Player")}</th><th scope="col" class="number">${gettext("Evenings won")}</th><th scope="col" class="number">${gettext("Games won")}</th><th scope="col" class="number">${gettext("Games")}</th></tr></thead>
        <tbody>${rows.map(({ name, evenings, wins, games }) => html`<tr key=${name}><th scope="row">${named(name)}</th><td class="number">${evenings}</td><td class="number">${wins}</td><td class="number">${games}</td></tr>`)}</tbody>
      </table>
    </div>
  `;
}

/** Return "Anna 241, Tom 198", the best first, as a list of texts and elements. */
function resultWords({ names, totals, places }) {
  return names
    .map((name, seat) => ({ name, total: totals[seat], place: places[seat] }))
    .sort((a, b) => a.place - b.place)
    .flatMap(({ name, total }, at) => [at > 0 && ", ", named(name), ` ${total}`]);
}

function Result({ result }) {
  const facts = html`<span class="row-main"><span class="row-title">${result.name}</span><br /><span class="row-meta">${timeText(result.over, "short")} · ${resultWords(result)}</span></span>`;
  return html`<li>${result.game ? html`<button type="button" class="row real-result" onClick=${() => (looked.value = result.id)}>${facts}</button>` : html`<span class="row">${facts}</span>`}</li>`;
}

function Forget({ onClose }) {
  return html`
    <${Dialog} title=${gettext("Begin a new season")} onClose=${onClose}>
      <p>${gettext("All results on this device are deleted. Games that you keep under My games stay.")}</p>
      <p class="dialog-actions"><button type="button" class="button danger" onClick=${forgetAllResults}>${gettext("Delete")}</button></p>
    <//>
  `;
}

export function Season() {
  const [all, setAll] = useState(false);
  const [asking, ask] = useState(false);
  const found = results.value;
  if (found.length === 0) return null;
  const evenings = new Set(found.map(({ over }) => eveningOf(over))).size;
  const games = interpolate(ngettext("%(count)s game", "%(count)s games", found.length), { count: found.length });
  const on = interpolate(ngettext("on %(count)s evening", "on %(count)s evenings", evenings), { count: evenings });
  return html`
    <section class="section" aria-labelledby="season-title">
      <div class="spread"><h2 id="season-title">${gettext("Your season")}</h2><p class="muted">${games} ${on}</p></div>
      <div class="real-split">
        <div class="panel"><${Standings} rows=${standings(found)} /></div>
        <div class="panel">
          <ul class="list">${found.slice(0, all ? undefined : FIRST_SHOWN).map((result) => html`<${Result} key=${result.id} result=${result} />`)}</ul>
          ${!all && found.length > FIRST_SHOWN && html`<button type="button" class="button small secondary" onClick=${() => setAll(true)}>${gettext("Show all")}</button>`}
        </div>
      </div>
      <p class="cluster"><span class="muted">${gettext("Only on this device.")}</span><button type="button" class="button small quiet" onClick=${() => ask(true)}>${gettext("Begin a new season")}</button></p>
      ${asking && html`<${Forget} onClose=${() => ask(false)} />`}
    </section>
  `;
}
