// A player on a screen: their picture, and their name.

import { Emblem } from "../ui/bots.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";

/** `seat`: an entry of a view's `seats`, or of a room's. `bare`: without the mark of guests, where another place has it. */
export function Person({ seat, bare = false }) {
  return html`
    <span class="screen-person">
      <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
      <span class="screen-name">${named(seat.name)}${!bare && html`<${GuestMark} player=${seat.player} short />`}</span>
    </span>
  `;
}
