// The layer for celebrations: above the page, never in the way, and hidden from screen readers. Everything here moves by
// transform and opacity alone, so that the compositor can do it.

import { html } from "../../ui/html.js";

/** The layer. It renders no children itself, so that Preact leaves added elements alone. */
export function Stage() {
  return html`<div class="moments-stage" aria-hidden="true"></div>`;
}

function element(classes, text) {
  const added = document.createElement("span");
  added.className = classes;
  added.textContent = text;
  return added;
}

/** Add an element to `parent` (by default the layer); return it, or null if the page has no such place. */
export function add(classes, { at = null, text = "", parent = document.querySelector(".moments-stage") } = {}) {
  if (!parent) return null;
  const added = element(classes, text);
  added.setAttribute("aria-hidden", "true");
  if (at) Object.assign(added.style, { left: `${at.x}px`, top: `${at.y}px` });
  parent.append(added);
  return added;
}

/** Animate an added element, and remove it afterwards. */
export function play(added, frames, options) {
  if (!added) return;
  const remove = () => added.remove();
  added.animate(frames, { fill: "both", ...options }).finished.then(remove, remove);
}

/** Animate an element of the page, which begins and ends with its usual look. */
export function move(target, frames, options) {
  target?.animate(frames, { easing: "ease-in-out", ...options });
}

/** Return the middle of an element in the window, or null if no part of it is visible. */
export function middleOf(target) {
  const box = target?.getBoundingClientRect();
  if (!box?.width || !box.height) return null;
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
  const isInside = place.x > 0 && place.x < innerWidth && place.y > 0 && place.y < innerHeight;
  return isInside ? place : null;
}

/** Return the first of the elements that match `selector` and can be seen: {target, at}, or null. */
export function visible(selector) {
  for (const target of document.querySelectorAll(selector)) {
    const at = middleOf(target);
    if (at) return { target, at };
  }
  return null;
}
