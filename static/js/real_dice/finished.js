// What is shown of a finished game: the result, the verdict, the card and all turns.

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import { gettext, interpolate, ngettext } from "../language/language.js";
import { Card } from "../scorecard/card.js";
import { cardSize, Scorecard } from "../scorecard/scorecard.js";
import { Emblem } from "../ui/bots.js";
import { listed } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { lessons } from "./addresses.js";
import { cardOf } from "./game.js";
import { PictureButton } from "./picture-button.js";
import { Rules } from "./rules.js";
import { Turns } from "./turns.js";
import { Verdict } from "./verdict.js";
import { headline } from "./verdict-words.js";

/** Return "Anna wins with 241 points", "Anna and Tom tie with 200 points", or the total of a game alone. */
export function winnerWords(names, totals, place) {
  const winners = names.filter((_, seat) => place[seat] === 1);
  const best = totals[place.indexOf(1)];
  if (names.length === 1) return interpolate(gettext("%(name)s: %(total)s points"), { name: names[0], total: best });
  const words = winners.length === 1 ? gettext("%(names)s wins with %(total)s points") : gettext("%(names)s tie with %(total)s points");
  return interpolate(words, { names: listed(winners), total: best });
}

function Standings({ names, bots, totals, place }) {
  const order = names.map((_, seat) => seat).sort((a, b) => place[a] - place[b]);
  return html`
    <ol class="standings">
      ${order.map((seat) => html`<li class=${place[seat] === 1 && names.length > 1 ? "standing first" : "standing"}><span class="place"><span class="visually-hidden">${gettext("Place")} </span>${place[seat]}</span><${Emblem} seat=${seat} persona=${bots?.[seat]} player=${null} /><span class="standing-name">${named(names[seat])}</span><span class="visually-hidden">${interpolate(ngettext("%(count)s point", "%(count)s points", totals[seat]), { count: totals[seat] })}</span><b class="standing-total" aria-hidden="true">${totals[seat]}</b></li>`)}
    </ol>
  `;
}

/** The card of a game that nobody changes any more. */
function FinalCard({ game, boxes }) {
  const card = useMemo(() => {
    const rules = new Rules(game.rules);
    const seats = game.names.map((name, seat) => ({ name, player: 0, persona: game.bots?.[seat] ?? null, out: false, card: rules.view(cardOf(game, rules, seat)) }));
    const none = signal(null);
    return new Card({
      sheet: game.rules.sheet,
      first: 0,
      mine: none,
      count: seats.length,
      view: signal({ acting: [], seats, last: null }),
      shown: signal(seats.map((_, seat) => seat)),
      options: signal(new Map()),
      mayPick: signal(false),
      mayScore: signal(false),
      ...{ chosen: none, pending: none, hinted: none, onPick: () => {}, onProblem: () => {} },
      ...lessons(game.rules, boxes),
    });
  }, [game.id, game.over]);
  const size = cardSize(game.names.length, card.sheet, game.names.length);
  return html`<div class=${`real-sheet final ${size.class}`} style=${size.style}><${Scorecard} card=${card} /></div>`;
}

/**
 * `game`, perhaps with `bots`, the ids of them or null by seat; its `totals` and the `place` of each seat; `dice`: what it was played with; `when`: words; `verdict`: from the server, or null; `boxes`: the address of the lessons;
 * `actions`: beside the result; `asking`: what is said before there is a verdict; `children`: below everything.
 */
export function Finished({ game, dice = gettext("real dice"), totals, place, when, verdict, boxes, actions, asking, children }) {
  const { names, rules } = game;
  const words = winnerWords(names, totals, place);
  const said = verdict ? headline(verdict, names) : "";
  return html`
    <div class="real-end">
      <section class="felt result" aria-labelledby="result-title">
        <p class="eyebrow">${rules.name} · ${dice} · ${when}</p>
        <h1 id="result-title">${winnerWords(names.map(named), totals, place)}</h1>
        <${Standings} names=${names} bots=${game.bots} totals=${totals} place=${place} />
        <div class="cluster">${actions}<${PictureButton} content=${{ game: rules.name, dice, names, totals, place, title: words, said }} /></div>
      </section>
      <section class="real-verdict" aria-labelledby="verdict-title">
        <h2 id="verdict-title">${gettext("Luck and choices")}</h2>
        ${asking}
        ${verdict && html`<${Verdict} verdict=${verdict} names=${names} sheet=${rules.sheet} />`}
      </section>
      <${FinalCard} game=${game} boxes=${boxes} />
      <${Turns} of=${game} />
      ${children}
    </div>
  `;
}
