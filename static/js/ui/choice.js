// A choice with small dice as pictures, and the badge of a grade.

import { gettext } from "../language/language.js";
import { choiceWords, pastChoiceWords } from "./choice-text.js";
import { html } from "./html.js";
import { MiniDie } from "./icon.js";

/** A choice {keep, box} as text, with pictures of the dice. `done`: past tense. */
export function Choice({ choice, sheet, done = false }) {
  const words = done ? pastChoiceWords(choice, sheet) : choiceWords(choice, sheet);
  if (choice.box || choice.keep.length === 0) return words;
  return html`<span class="choice-keep"
    ><span class="visually-hidden">${words}</span
    ><span aria-hidden="true">${done ? gettext("kept") : gettext("keep")}${" "}
      <span class="roll-dice">${choice.keep.map((face) => html`<${MiniDie} face=${face} />`)}</span></span
  ></span>`;
}

/** A grade as a badge. */
export function GradeBadge({ grade, children }) {
  return html`<span class=${`badge grade ${grade}`}>${children}</span>`;
}
