// How results with the same dice compare: with perfect play, which does not know the dice.

import { gettext, interpolate, percent } from "../language/language.js";
import { page } from "../net/page-data.js";
import { html } from "./html.js";

/** Return a total as a percentage of the score of perfect play: "92%". */
export function shareOfPerfect(total, perfect) {
  return percent(total / perfect);
}

/** Return the same as a phrase: "92% of perfect play". */
export function shareWords(total, perfect) {
  return interpolate(gettext("%(percent)s of perfect play"), { percent: shareOfPerfect(total, perfect) });
}

/** Says what perfect play scores, and leads to the explanation. `perfect`: null while that is unknown. */
export function PerfectNote({ perfect, estimated }) {
  const words = estimated ? gettext("Perfect play scores about %(points)s points with these dice, an estimate.") : gettext("Perfect play scores %(points)s points with these dice.");
  return html`<p class="muted small-text" role="status">${perfect !== null && interpolate(words, { points: perfect })} <a href=${page.sameDice}>${gettext("How it works")}</a></p>`;
}
