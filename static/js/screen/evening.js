// The sums of a circle's evening on a screen: of the people of this table, in this night.

import { effect, signal } from "@preact/signals";

import { gettext, interpolate, ngettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { table } from "../watching/channel.js";

const AGAIN_MS = 2000; // the worker counts a game soon after its end
const MOST_TRIES = 15;
const FEWEST = 2; // games, before their sum says more than the result above

/** {game, counted, games, people: [{player, wins, points}]}; null before the first answer. */
const evening = signal(null);
let asked = null; // the game whose evening was asked for last

async function ask(game, tries = MOST_TRIES) {
  try {
    const answer = await fetch(page.evening, { cache: "no-store" });
    const found = answer.ok ? await answer.json() : null;
    if (found && found.counted && found.game === game) {
      evening.value = found;
      return;
    }
  } catch {
    // the network is away: try again
  }
  if (tries > 1 && asked === game) setTimeout(ask, AGAIN_MS, game, tries - 1);
}

/** Ask for the sums after each game. */
export function followEvening() {
  effect(() => {
    const view = table.value && table.value.view;
    if (!view || view.status !== "finished" || view.game === asked) return;
    asked = view.game;
    ask(asked);
  });
}

function winWords(wins) {
  return interpolate(ngettext("%(wins)s win", "%(wins)s wins", wins), { wins });
}

/** Below the end of a game: who has won how often tonight. */
export function Evening() {
  const { view } = table.value;
  const found = evening.value;
  if (!found || found.game !== view.game || found.games < FEWEST) return null;
  const names = new Map(view.seats.map((seat) => [seat.player, seat.name]));
  const people = found.people.filter(({ player }) => names.has(player));
  const words = interpolate(ngettext("Tonight, after %(games)s game:", "Tonight, after %(games)s games:", found.games), { games: found.games });
  return html`
    <ul class="screen-evening" aria-label=${gettext("Tonight")}>
      <li>${words}</li>
      ${people.map(({ player, wins, points }) => html`<li key=${player}><b>${named(names.get(player))}</b> <span>${winWords(wins)}</span> <b class="number">${points}</b></li>`)}
    </ul>
  `;
}
