// Tagged templates for components: html`<p>...</p>` makes Preact elements, no build and no eval.

import { h } from "preact";
import htm from "htm";

import "./translation.js";

/** Make an element. Translators leave alone what shows one number, and what has `translate="no"`. */
function create(type, props, ...children) {
  if (typeof type !== "string" || !(props?.translate || (children.length === 1 && typeof children[0] === "number"))) return h(type, props, ...children);
  const { translate = "no", ...others } = props ?? {};
  // In capitals it is no property for Preact, of which "no" would mean true, but an attribute.
  return h(type, { ...others, TRANSLATE: translate }, ...children);
}

export const html = htm.bind(create);
