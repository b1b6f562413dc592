// The player's rating in puzzles; nothing for visitors without a name.

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { rating } from "./state.js";

export function Rating() {
  if (rating.value === null) return null;
  return html`<p class="puzzle-rating"><span>${gettext("Rating")}</span> <b class="number">${rating.value}</b></p>`;
}
