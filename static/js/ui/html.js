// Tagged templates for components: html`<p>...</p>` makes Preact elements, no build and no eval.

import { h } from "preact";
import htm from "htm";

import "./translation.js";

const LETTER = /\p{L}/u;
const DIGIT = /\d/;

/** Whether children show numbers and signs, and nothing else. Elements among them count as words. */
function areNumbers(children) {
  const text = children.join("");
  return DIGIT.test(text) && !LETTER.test(text);
}

/** Make an element. Translators leave alone what shows numbers only, and what has `translate="no"`. */
function create(type, props, ...children) {
  if (typeof type !== "string" || !(props?.translate || areNumbers(children))) return h(type, props, ...children);
  const { translate = "no", ...others } = props ?? {};
  // In capitals it is no property for Preact, of which "no" would mean true, but an attribute.
  return h(type, { ...others, TRANSLATE: translate }, ...children);
}

export const html = htm.bind(create);
