// The details of a finished duplicate event: the standings after any round, and how many of the others each player was
// ahead of. The totals of all players are loaded on demand.

import { useState } from "preact/hooks";

import { gettext, percent as inPercent } from "../language/language.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { standingsAfter } from "./matchpoints.js";
import { Name } from "./names.js";
import { tournament, you } from "./state.js";

const AT_ONCE = 100; // entries in an answer of the API
const MAX_SHOWN = 100;

/** Return the entries of all players, {name, player, guest, closed, totals}; null if they cannot be loaded. */
async function load() {
  const entries = [];
  try {
    for (let after = 0; after < tournament.value.players; after += AT_ONCE) {
      const answer = await fetch(`${page.api}?after=${after}&limit=${AT_ONCE}`);
      if (!answer.ok) return null;
      entries.push(...(await answer.json()).standings);
    }
  } catch {
    return null;
  }
  return entries.filter(({ totals }) => totals?.length > 0);
}

function Table({ entries, round }) {
  return html`
    <table class="table board arena-table duplicate" aria-labelledby="rounds-title">
      <thead>
        <tr>
          <th class="place" scope="col">${gettext("Place")}</th><th scope="col">${gettext("Player")}</th>
          <th class="number" scope="col">${gettext("Points")}</th><th class="number" scope="col">${gettext("Ahead of")}</th>
        </tr>
      </thead>
      <tbody>
        ${standingsAfter(entries, round)
          .slice(0, MAX_SHOWN)
          .map(
            ({ entry, total, percent, place }) => html`
              <tr key=${entry.player} class=${entry.player === you.value.player ? "mine" : ""}>
                <td class="place"><span class=${`medal medal-${place} number`}>${place}</span></td>
                <th scope="row"><${Name} row=${entry} /></th>
                <td class="number">${total}</td>
                <td class="number">${inPercent(percent / 100)}</td>
              </tr>
            `,
          )}
      </tbody>
    </table>
  `;
}

export function ByRound() {
  const [entries, setEntries] = useState(null);
  const { finished, duplicate } = tournament.value;
  const [round, setRound] = useState(duplicate.rounds);
  const [failed, setFailed] = useState(false);
  if (!finished || duplicate.counted === 0) return null;
  const open = async (event) => {
    if (!event.target.open || entries !== null) return;
    const found = await load();
    setEntries(found);
    setFailed(found === null);
  };
  const rounds = Array.from({ length: duplicate.rounds }, (_, number) => number + 1);
  return html`
    <details class="arena-rounds" onToggle=${open}>
      <summary id="rounds-title">${gettext("Round by round")}</summary>
      <label>${gettext("Round")}
        <select value=${round} onChange=${(event) => setRound(Number(event.target.value))}>${rounds.map((each) => html`<option key=${each} value=${each}>${each}</option>`)}</select>
      </label>
      ${failed && html`<p class="errors" role="alert">${gettext("No connection to the server.")}</p>`}
      ${entries && html`<${Table} entries=${entries} round=${round} />`}
    </details>
  `;
}
