// A player's picture: two signal flags, a drawing, or a bot's face. The server names it (`avatar` of a seat
// or a person); templates draw the same with the tag `avatar`.

import { signal } from "@preact/signals";

import { html } from "./html.js";

/** The bots as the server writes them into the page: id -> {id, name, title, line, face}. */
export const cards = JSON.parse(globalThis.document?.querySelector("[data-bots]")?.dataset.bots ?? "{}");

/** The avatars that the page knows, by the player's id. */
export const avatars = signal(new Map());

/** Remember the avatars of people, who have a `player` and an `avatar`. */
export function learnAvatars(people) {
  const found = people.filter(({ player, avatar }) => player !== null && avatar);
  avatars.value = new Map([...avatars.value, ...found.map(({ player, avatar }) => [player, avatar])]);
}

const BOT = "bot-";
const FLAGS = /^[A-Z]{2}$/;

function sources(name) {
  if (name.startsWith(BOT)) return [cards[name.slice(BOT.length)]?.face];
  const sprite = document.documentElement.dataset.avatars;
  return (FLAGS.test(name) ? [...name] : [name]).map((part) => `${sprite}#${part}`);
}

/** `name`: of the avatar. `size`: "small", "large" or "". Without a text: put it beside the player's name. */
export function Avatar({ name, size = "" }) {
  return html`<span class=${`avatar ${size}`}>${sources(name).map((source) => html`<img src=${source} alt="" />`)}</span>`;
}
