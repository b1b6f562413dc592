// The final standings of a game with the same dice for everybody. They compare each total with the table's average and
// with perfect play that does not know the dice. The latter comes with the analysis, some seconds later.

import { useAnalysis } from "../../analysis/data.js";
import { decimal, gettext, interpolate, ngettext, percent } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { comparisons } from "./comparison.js";
import { Standings } from "./standings.js";

function differenceWords(difference) {
  const size = decimal(Math.abs(difference), 1);
  return difference < 0 ? `−${size}` : difference > 0 ? `+${size}` : `±${size}`;
}

/** Return the comparison of a seat in words; "" without one. */
function comparedWords({ difference, percent: reached }) {
  const share = reached === null ? "" : percent(reached / 100);
  return [difference === null ? "" : differenceWords(difference), share].filter(Boolean).join(" · ");
}

function Note({ alone, perfect }) {
  const words = ngettext(
    "Perfect play without knowing the dice scores %(points)s point with them, which is 100 percent.",
    "Perfect play without knowing the dice scores %(points)s points with them, which is 100 percent.",
    perfect ?? 0,
  );
  return html`
    <p class="result-note" role="status">
      ${!alone && gettext("Same dice for everybody: the difference is from the table’s average.")} ${perfect ? interpolate(words, { points: perfect }) : ""}
    </p>
  `;
}

/** `people`: as for `Standings`; `analysis`: the address of the game's analysis, or "" if there is none yet. */
export function SameStandings({ view, mine, people, analysis }) {
  const { seats } = useAnalysis(analysis);
  const perfect = seats[0]?.perfect ?? null;
  const compared = comparisons(view, perfect);
  const count = compared.filter(Boolean).length;
  return html`
    <${Standings} view=${view} mine=${mine} people=${people} notes=${compared.map((each) => each && comparedWords(each))} />
    ${count > 0 && html`<${Note} alone=${count === 1} perfect=${perfect} />`}
  `;
}
