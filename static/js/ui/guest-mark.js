// The mark after the name of a guest. A name without it is an account's or a bot's.

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { html } from "./html.js";

/** Ids of the guests whose names this page shows. Guests who have left the table stay marked. */
const guests = signal(new Set());

/** Whether the people of this page know each other, at a private table: there the mark would be noise. */
export const amongFriends = signal(false);

export function setAmongFriends(value) {
  amongFriends.value = value;
}

/** Note who of these people is a guest: [{player, guest}]. Players can become accounts. */
export function noteGuests(people) {
  const known = new Set(guests.value);
  for (const { player, guest } of people) {
    if (guest) known.add(player);
    else known.delete(player);
  }
  guests.value = known;
}

/** Give the id of the player, or whether they are a guest. `short`: for narrow places. */
export function GuestMark({ player, guest = guests.value.has(player), short = false }) {
  if (!guest || amongFriends.value) return null;
  if (!short) return html` <small class="guest-mark">${gettext("guest")}</small>`;
  return html` <small class="guest-mark" title=${gettext("guest")}><span aria-hidden="true">G</span><span class="visually-hidden">${gettext("guest")}</span></small>`;
}
