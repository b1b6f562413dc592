// How people in front of a screen come to its table: the QR code and the address.

import { gettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";

/** Whether somebody can still sit down. */
export function hasFreeSeat({ seats, ended }) {
  return !ended && seats.some((seat) => seat.player === null && !seat.closed);
}

function words(room) {
  if (room.status === "playing") return gettext("Scan to watch");
  return hasFreeSeat(room) ? gettext("Scan to join") : gettext("Scan to watch");
}

export function Join({ room }) {
  return html`
    <section class="screen-join" aria-label=${words(room)}>
      <img class="qr" src=${page.qr} alt=${gettext("QR code")} width="220" height="220" />
      <p class="join-words"><b>${words(room)}</b><span class="join-address">${page.address}</span></p>
    </section>
  `;
}
