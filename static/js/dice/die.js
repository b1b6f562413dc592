// One die as a person uses it: a button or a picture with a name. The canvas behind it shows the die itself.

import { gettext, interpolate } from "../language/language.js";
import { html } from "../ui/html.js";

function label({ position, face, held, moving }) {
  const value = moving ? gettext("rolling") : (face ?? gettext("not rolled yet"));
  const words = held ? gettext("Die %(position)s: %(value)s, held") : gettext("Die %(position)s: %(value)s");
  return interpolate(words, { position: position + 1, value });
}

/**
 * `face` is 1 to 6, or null before the first roll; `column` is the die's place, 0 in the middle.
 * `hinted`: a hint keeps it. With `onToggle` it is a button that holds or releases the die.
 */
export function Die({ position, column, face, held, moving, hinted = false, onToggle }) {
  const classes = ["die", held && "held", hinted && "hinted"];
  const common = {
    class: classes.filter(Boolean).join(" "),
    style: { "--column": column },
    "aria-label": label({ position, face, held, moving }),
  };
  return onToggle
    ? html`<button type="button" ...${common} aria-pressed=${held} onClick=${onToggle}></button>`
    : html`<span role="img" ...${common}></span>`;
}
