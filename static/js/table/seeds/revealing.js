// The moment between the start and the first turn: every browser shows its seed, and checks the others'.

import { gettext, interpolate } from "../../language/language.js";
import { listed } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { useLasting } from "../../ui/use-lasting.js";
import { mySeats, ownSeat, view } from "../state/state.js";
import { revealNote, warnings } from "./sealing.js";

const UNNOTICED_MS = 300;
const PATIENCE_MS = 3000;

function missing() {
  return view.value.revealing.map((seat) => (seat === ownSeat.value ? gettext("you") : named(view.value.seats[seat].name)));
}

function words(late) {
  if (revealNote.value) return revealNote.value;
  if (view.value.revealing.some((seat) => mySeats.value.includes(seat)) && warnings.value.length > 0) return gettext("Your browser keeps its seed secret");
  return late ? interpolate(gettext("Waiting for %(names)s"), { names: listed(missing()) }) : "";
}

/** Takes the place of the buttons. It says something only if the others take longer than an instant. */
export function Revealing() {
  const shown = useLasting(true, UNNOTICED_MS);
  const late = useLasting(true, PATIENCE_MS);
  return html`<p class="actions" role="status">${shown ? words(late) : ""}</p>`;
}
