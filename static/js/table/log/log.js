// The log of the game, newest last. Rolls are shown as small dice, and told in a sentence.

import { untracked } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { Emblem, standInName } from "../../ui/bots.js";
import { sentence } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { RollDice } from "../../ui/roll-dice.js";
import { atRest } from "../state/dice-motion.js";
import { isEnding } from "../state/ending.js";
import { log, ownSeat, sheet, view } from "../state/state.js";
import { namedSeat } from "./announcements.js";

function lineOf(event, { name, persona, ...context }) {
  const player = view.value?.seats[event.seat]?.player;
  const emblem = () => html`<${Emblem} seat=${event.seat} persona=${persona(event.seat)} player=${player} />`;
  const seat = typeof event.seat === "number" ? emblem() : html`<span></span>`;
  if (event.type === "dice.rolled") {
    return html`
      <li class="log-line rolled">
        ${seat}<span class="visually-hidden">${sentence(event, { name, ...context })}</span><span aria-hidden="true">${name(event.seat)}</span><${RollDice} dice=${event.data.dice} hold=${event.data.hold} told />
      </li>
    `;
  }
  return html`<li class=${`log-line ${event.type.replace(".", "-")}`}>${seat}<span>${sentence(event, { name, ...context })}</span></li>`;
}

/** One event. `context`: {name, sheet, standIn} as in ui/event-text.js, and `persona(seat)`, which returns a bot's id. */
function LogLine({ event, context }) {
  return untracked(() => lineOf(event, context));
}

/**
 * Return a function that draws an event. It reuses earlier drawings as long as the names are the same, because a long log
 * would make every move slow.
 */
function useLines(context) {
  const names = JSON.stringify([ownSeat.value, context.standIn, view.value?.seats.map(({ name }) => name)]);
  const drawn = useMemo(() => new WeakMap(), [names, sheet.value]);
  return (event) => {
    if (!drawn.has(event)) drawn.set(event, html`<${LogLine} key=${event.seq} event=${event} context=${context} />`);
    return drawn.get(event);
  };
}

/** Show the end of the list. A line that would be cut at the top is hidden, as long as nobody scrolls. */
function showEnd(list) {
  list.scrollTop = list.scrollHeight;
  const { top } = list.getBoundingClientRect();
  const whole = [...list.children].find((line) => line.getBoundingClientRect().top >= top);
  const cut = list.scrollTop > 0 && whole ? whole.getBoundingClientRect().top - top : 0;
  list.style.setProperty("--cut", `${cut}px`);
}

function showAll({ currentTarget }) {
  currentTarget.style.setProperty("--cut", "0px");
}

/** Keep the end of the list on show when its size changes, and show it when the list becomes visible, for example when a tablet is turned. */
function watchSize(list) {
  let height = list.clientHeight;
  const watcher = new ResizeObserver(() => {
    const wasAtEnd = list.scrollTop + height >= list.scrollHeight - 4; // px
    if (height === 0 || wasAtEnd) showEnd(list);
    height = list.clientHeight;
  });
  watcher.observe(list);
  return () => watcher.disconnect();
}

/**
 * Whether an event is news. The second reveal of a round is not: it only lets the next one begin earlier. Nor is a seed,
 * which the proof shows, nor the end before its time.
 */
function isNews({ type }, at, events) {
  if (type === "seed.revealed") return false;
  if (type === "game.finished") return !isEnding.value;
  return type !== "round.revealed" || events[at - 1]?.type !== "round.revealed";
}

/** Return the events up to a roll whose dice still move. */
function told(events) {
  const last = atRest.value ? -1 : events.findLastIndex(({ type }) => type === "dice.rolled");
  return last < 0 ? events : events.slice(0, last);
}

export function Log() {
  const end = useRef(null);
  const events = told(log.value);
  const count = events.length;
  useEffect(() => showEnd(end.current), [count, isEnding.value]);
  useEffect(() => watchSize(end.current), []);
  const context = {
    name: namedSeat,
    sheet: sheet.value,
    standIn: standInName(view.value),
    persona: (seat) => view.value?.seats[seat]?.persona,
  };
  const line = useLines(context);
  return html`
    <ol class="log" ref=${end} onWheel=${showAll} onTouchMove=${showAll} onKeyDown=${showAll} tabindex="0" aria-label=${gettext("Log")}>
      ${events.filter(isNews).map(line)}
    </ol>
  `;
}
