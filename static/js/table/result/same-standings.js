// The final standings of a game with the same dice for everybody: each total as a share of perfect play, which does not
// know the dice. That comes with the analysis, some seconds later.

import { useAnalysis } from "../../analysis/data.js";
import { html } from "../../ui/html.js";
import { PerfectNote, shareOfPerfect } from "../../ui/perfect-play.js";
import { comparable } from "./comparison.js";
import { Standings } from "./standings.js";

/** `people`: as for `Standings`; `analysis`: the address of the game's analysis, or "" if there is none yet. */
export function SameStandings({ view, mine, people, analysis, estimated }) {
  const { seats } = useAnalysis(analysis);
  const perfect = seats[0]?.perfect ?? null;
  const full = perfect === null ? [] : comparable(view);
  const notes = view.seats.map((seat) => full.includes(seat) && shareOfPerfect(seat.card.total, perfect));
  return html`
    <${Standings} view=${view} mine=${mine} people=${people} notes=${notes} />
    <${PerfectNote} perfect=${perfect} estimated=${estimated} />
  `;
}
