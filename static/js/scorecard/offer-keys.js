// Arrow keys move between the boxes that are offered.

import { nearest } from "./arrow-keys.js";

const OFFERS = "button.offer";

function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Focus the next box that is offered in the direction of `key`; return whether there is any. */
export function moveFocus(key) {
  const offers = [...document.querySelectorAll(OFFERS)].filter((each) => each.offsetParent);
  const now = offers.indexOf(document.activeElement);
  if (now < 0) offers[0]?.focus();
  else offers[nearest(offers.map(centre), centre(offers[now]), key)]?.focus();
  return offers.length > 0;
}
