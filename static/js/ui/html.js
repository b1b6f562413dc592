// Tagged templates for components: html`<p>...</p>` makes Preact elements, no build and no eval.

import { h } from "preact";
import htm from "htm";

import "./translation.js";

const LETTER = /\p{L}/u;
const DIGIT = /\d/;

/** Return 2 for a child with words, 1 for one with numbers, 0 for one with neither. */
function kindOf(child) {
  if (Array.isArray(child)) return Math.max(0, ...child.map(kindOf));
  if (child === null || child === undefined || typeof child === "boolean") return 0;
  if (typeof child === "object") return child.props?.TRANSLATE === "no" ? 1 : 2;
  return LETTER.test(child) ? 2 : Number(DIGIT.test(child));
}

/** Make an element. Translators leave alone what shows numbers only, and what has `translate="no"`. */
function create(type, props, ...children) {
  if (typeof type !== "string" || !(props?.translate || kindOf(children) === 1)) return h(type, props, ...children);
  const { translate = "no", ...others } = props ?? {};
  // In capitals it is no property for Preact, of which "no" would mean true, but an attribute.
  return h(type, { ...others, TRANSLATE: translate }, ...children);
}

export const html = htm.bind(create);
