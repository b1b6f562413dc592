// The turn in which a seat's chance to win rose most.

import { gettext, interpolate, pair, percent } from "../language/language.js";
import { html } from "../ui/html.js";
import { reading } from "../ui/reading.js";
import { named } from "../ui/typed.js";
import { turningPoint } from "./highlights.js";

/** Return {seq, name, what, change}: the turning point in words, or null. `people`: the seats of a view. */
export function turningWords(seats, people) {
  const found = turningPoint(seats);
  if (!found) return null;
  const { mover, turn, seq, seat, before, after } = found;
  const values = { name: named(people[mover].name), turn, winner: named(people[seat].name) };
  const what =
    mover === seat
      ? interpolate(gettext("%(name)s’s turn %(turn)s"), values)
      : interpolate(gettext("%(name)s’s turn %(turn)s helped %(winner)s"), values);
  const arrow = reading() < 0 ? "←" : "→";
  return { seq, name: gettext("Turning point"), what, change: `${percent(before)} ${arrow} ${percent(after)}` };
}

export function TurningPoint({ seats, people }) {
  const found = turningWords(seats, people);
  return found && html`${pair(found.name, html`<a href=${`#e${found.seq}`}>${found.what}</a>`)}, <span class="number">${found.change}</span>`;
}
