// The bots: names and faces, which the server writes into the page.

import { gettext } from "../language/language.js";
import { Avatar, avatars, cards } from "./avatar.js";
import { html } from "./html.js";
import { Flag } from "./icon.js";

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

/** The picture beside a name: a bot's face, the player's avatar where the page knows it, else the flag of the seat. */
export function Emblem({ seat, persona, player }) {
  if (cards[persona]) return html`<${Face} persona=${persona} />`;
  const avatar = avatars.value.get(player);
  return avatar ? html`<${Avatar} name=${avatar} size="small" />` : html`<${Flag} seat=${seat} />`;
}
