// After a duplicate event: the standings after any round. The totals of all players are loaded on demand.

import { useEffect, useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { standingsAfter } from "./matchpoints.js";
import { Name } from "./names.js";
import { percentWords } from "./percent.js";
import { findPerfect } from "./perfect.js";
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
    <table class="table board arena-table duplicate">
      <caption class="visually-hidden">${gettext("Standings")}</caption>
      <thead>
        <tr>
          <th class="place" scope="col">${gettext("Place")}</th><th scope="col">${gettext("Player")}</th>
          <th class="number" scope="col">${gettext("Points")}</th><th class="number" scope="col">${gettext("Percent")}</th>
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
                <td class="number muted">${total}</td>
                <td class="number">${percentWords(percent)}</td>
              </tr>
            `,
          )}
      </tbody>
    </table>
  `;
}

export function ByRound() {
  const [entries, setEntries] = useState(null);
  const [round, setRound] = useState(0);
  const [failed, setFailed] = useState(false);
  const { finished, duplicate } = tournament.value;
  const isPlayed = finished && duplicate.counted > 0;
  useEffect(() => {
    if (isPlayed) findPerfect();
  }, [isPlayed]);
  if (!isPlayed) return null;
  const choose = async (event) => {
    setRound(Number(event.target.value));
    const found = entries ?? (await load());
    setEntries(found);
    setFailed(found === null);
  };
  const rounds = Array.from({ length: duplicate.rounds - 1 }, (_, number) => number + 1);
  return html`
    <section class="arena-rounds">
      <label for="arena-round">${gettext("The standings after round")}
        <select id="arena-round" onChange=${choose}>
          <option value="0">–</option>
          ${rounds.map((each) => html`<option key=${each} value=${each}>${each}</option>`)}
        </select>
      </label>
      ${failed && html`<p class="errors" role="alert">${gettext("The standings could not be loaded.")}</p>`}
      ${round > 0 && entries && html`<${Table} entries=${entries} round=${round} />`}
    </section>
  `;
}
