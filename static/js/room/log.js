// The log of the game, newest last. Rolls are shown as small dice.

import { useEffect, useRef } from "preact/hooks";

import { gettext } from "../language/language.js";
import { Emblem, standInName } from "../ui/bots.js";
import { sentence } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { RollDice } from "../ui/roll-dice.js";
import { seatName } from "./announcements.js";
import { log, sheet, view } from "./state.js";

/** One event. `context`: {name, sheet, standIn} as in ui/event-text.js, and `persona(seat)`, which returns a bot's id. */
function LogLine({ event, context }) {
  const player = view.value?.seats[event.seat]?.player;
  const emblem = () => html`<${Emblem} seat=${event.seat} persona=${context.persona(event.seat)} player=${player} />`;
  const seat = typeof event.seat === "number" ? emblem() : html`<span></span>`;
  if (event.type === "dice.rolled") {
    return html`
      <li class="log-line rolled">
        ${seat}<span>${context.name(event.seat)}</span><${RollDice} dice=${event.data.dice} hold=${event.data.hold} />
      </li>
    `;
  }
  return html`<li class=${`log-line ${event.type.replace(".", "-")}`}>${seat}<span>${sentence(event, context)}</span></li>`;
}

function showEnd(list) {
  list.scrollTop = list.scrollHeight;
}

/** Show the end of the list when it becomes visible: a tablet that is turned has room for it. */
function watchSize(list) {
  let height = list.clientHeight;
  const watcher = new ResizeObserver(() => {
    if (height === 0) showEnd(list);
    height = list.clientHeight;
  });
  watcher.observe(list);
  return () => watcher.disconnect();
}

export function Log() {
  const end = useRef(null);
  const count = log.value.length;
  useEffect(() => showEnd(end.current), [count]);
  useEffect(() => watchSize(end.current), []);
  const context = {
    name: seatName,
    sheet: sheet.value,
    standIn: standInName(view.value),
    persona: (seat) => view.value?.seats[seat]?.persona,
  };
  return html`
    <ol class="log" ref=${end} tabindex="0" aria-label=${gettext("Game log")}>
      ${log.value.map((event) => html`<${LogLine} key=${event.seq} event=${event} context=${context} />`)}
    </ol>
  `;
}
