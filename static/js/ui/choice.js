// A choice of dice to keep, drawn: small dice, or the words where there are none to keep.

import { choiceWords, doneWords } from "./choice-text.js";
import { html } from "./html.js";
import { MiniDie } from "./icon.js";

/** A choice {keep, box} in words, its dice as pictures. `done`: in the past tense. */
export function Choice({ choice, sheet, done = false }) {
  const words = done ? doneWords(choice, sheet) : choiceWords(choice, sheet);
  if (choice.box || choice.keep.length === 0) return words;
  return html`<span class="choice-keep"
    ><span class="visually-hidden">${words}</span
    ><span aria-hidden="true">${done ? "kept" : "keep"}${" "}
      <span class="roll-dice">${choice.keep.map((face) => html`<${MiniDie} face=${face} />`)}</span></span
  ></span>`;
}

/** The name of a loss as a badge. */
export function GradeBadge({ grade, children }) {
  return html`<span class=${`badge grade ${grade}`}>${children}</span>`;
}
