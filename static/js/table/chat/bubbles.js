// Bubbles beside the players' seats: what somebody says in the chat, and how they react. One for each person; a newer
// bubble replaces the older one. Spectators' bubbles hang from the mark of the spectators.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

import { isolate } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { announce } from "../../ui/live-region.js";
import { reading } from "../../ui/reading.js";
import { named, typed } from "../../ui/typed.js";
import { view, you } from "../state/state.js";
import { reactionOf } from "./reactions.js";
import { openChat } from "./side-panel.js";

const LINE_MS = 5000;
const REACTION_MS = 2000;
const MARGIN_PX = 8;
const GAP_PX = 6;
const BESIDE_PX = 1600; // as in table.css: from this width on the seats are where lines end
const MAX_BUBBLES = 12;

const bubbles = signal([]); // {id, player, name, text, sign, key}
let made = 0;

function show(bubble, lasts) {
  made += 1;
  const shown = { ...bubble, key: made };
  bubbles.value = [...bubbles.value.filter(({ player }) => player !== bubble.player), shown].slice(-MAX_BUBBLES);
  setTimeout(() => {
    bubbles.value = bubbles.value.filter(({ key }) => key !== shown.key);
  }, lasts);
}

/** Show a new line of chat. */
export function showLine({ player, name, text }) {
  if (player === null) return;
  show({ player, name, text, sign: "" }, LINE_MS);
}

/** Show a reaction, unless this page does not know it. */
export function showReaction({ player, name, reaction }) {
  const known = reactionOf(reaction);
  if (!known) return;
  if (player !== you.value.player) announce(`${isolate(name)}: ${known.words}`);
  show({ player, name, text: known.sign ? "" : known.words, sign: known.sign }, REACTION_MS);
}

/** Return the element that the bubble of a person belongs to. */
function anchorOf(player) {
  return document.querySelector(`[data-player="${player}"]`) ?? document.querySelector("[data-spectators]");
}

/** Put the bubble below its seat, or before it where the seats are a column where lines end. */
function place(bubble, anchor) {
  const seat = anchor.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const list = anchor.closest(".seats")?.getBoundingClientRect();
  const turned = reading() < 0;
  const beside = list && innerWidth >= BESIDE_PX && (turned ? list.right - seat.right : seat.left - list.left) < GAP_PX;
  const aside = Math.min(seat.width / 2, 64);
  const centre = turned ? seat.right - aside : seat.left + aside;
  const before = turned ? seat.right + GAP_PX + MARGIN_PX : seat.left - width - GAP_PX - MARGIN_PX;
  const left = beside ? before : centre - width / 2;
  const inside = Math.max(MARGIN_PX, Math.min(left, innerWidth - width - MARGIN_PX));
  const top = beside ? seat.top + (seat.height - height) / 2 : seat.bottom + GAP_PX;
  bubble.classList.toggle("beside", Boolean(beside));
  bubble.style.setProperty("--point", `${Math.max(14, Math.min(centre - inside, width - 14))}px`);
  bubble.style.left = `${inside}px`;
  bubble.style.top = `${top}px`;
}

function Bubble({ bubble }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const anchor = anchorOf(bubble.player);
    box.current.hidden = !anchor;
    if (anchor) place(box.current, anchor);
  }, [bubble.key]);
  const seated = view.value?.seats.some(({ player }) => player === bubble.player);
  return html`
    <div class=${bubble.sign ? "bubble sign" : "bubble"} ref=${box} aria-hidden="true" onClick=${openChat}>
      ${!seated && html`<b>${named(bubble.name)}</b> `}${bubble.sign ? html`<span class="bubble-sign">${bubble.sign}</span>` : typed(bubble.text)}
    </div>
  `;
}

export function Bubbles() {
  return bubbles.value.map((bubble) => html`<${Bubble} key=${bubble.key} bubble=${bubble} />`);
}
