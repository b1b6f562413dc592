// The bots: names and faces, which the server writes into the page.

import { gettext } from "../language/language.js";
import { html } from "./html.js";
import { Flag } from "./icon.js";

const cards = JSON.parse(document.querySelector("[data-bots]")?.dataset.bots ?? "{}"); // id -> {id, name, title, line, face}

/** All bots, in the order in which free seats are filled. */
export const bots = Object.values(cards);

/** Return the name of a bot; "A bot" if this page does not know it. */
export function botName(persona) {
  return cards[persona]?.name ?? gettext("A bot");
}

/** Return the name of the bot that replaces absent players in a game's `view`, or "". */
export function standInName(view) {
  return view?.stand_in ? botName(view.stand_in) : "";
}

export function Face({ persona }) {
  return html`<img class="face" src=${cards[persona].face} alt="" width="32" height="32" />`;
}

/** The picture beside a name: a bot's face, else the flag of the seat. */
export function Emblem({ seat, persona }) {
  return cards[persona] ? html`<${Face} persona=${persona} />` : html`<${Flag} seat=${seat} />`;
}
