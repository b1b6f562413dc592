// The house's own players: their faces and names, which the server wrote into the page.

import { html } from "./html.js";
import { Flag } from "./icon.js";

const cards = JSON.parse(document.querySelector("[data-bots]")?.dataset.bots ?? "{}"); // id -> {id, name, title, line, face}

/** All of them, in the order in which they are asked to play. */
export const bots = Object.values(cards);

/** Return the name of a bot; "A bot" for one that this page does not know. */
export function botName(persona) {
  return cards[persona]?.name ?? "A bot";
}

/** Return the name of the bot that plays in a game's `view` for whoever is away, or "". */
export function standInName(view) {
  return view?.stand_in ? botName(view.stand_in) : "";
}

export function Face({ persona }) {
  return html`<img class="face" src=${cards[persona].face} alt="" width="32" height="32" />`;
}

/** What stands before a name: the face of a bot, else the flag of the seat. */
export function Emblem({ seat, persona }) {
  return cards[persona] ? html`<${Face} persona=${persona} />` : html`<${Flag} seat=${seat} />`;
}
