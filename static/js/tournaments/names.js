// The name of a player in the standings, with a link to their profile if they have one.

import { gettext } from "../language/language.js";
import { profileAddress } from "../net/page-data.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";

const DELETED = "Deleted player"; // the server's name for everybody who has deleted their account

/** The name as pages show it. `closed`: their account is closed. */
export function shownName({ name, closed }) {
  return closed && name === DELETED ? gettext("Deleted player") : named(name);
}

/** `row`: one of the standings, or an entry of the API. */
export function Name({ row }) {
  if (row.guest) return html`<span class="arena-name">${shownName(row)}<${GuestMark} guest=${true} short /></span>`;
  if (row.closed) return html`<span class="arena-name">${shownName(row)}</span>`;
  return html`<a class="arena-name" href=${profileAddress(row.name)}>${named(row.name)}</a>`;
}
