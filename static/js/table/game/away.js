// Shown instead of the buttons when the acting player is away, or when auto-play is on for me.

import { computed, effect, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { botName } from "../../ui/bots.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { comeBack, autoPlay } from "../moves/commands.js";
import { actingSeat, moment, mySeat, view } from "../state/state.js";
import { isOnHoliday } from "./holiday.js";
import { presenceOf } from "./seats.js";

const PATIENCE_MS = Number(page.awayS) * 1000;
const TICK_MS = 1000;

const awaySeat = computed(() => {
  const seat = view.value?.seats[actingSeat.value];
  return seat && seat.seat !== mySeat.value && presenceOf(seat) === "away" && !isOnHoliday(seat) ? seat.seat : null;
});
const awaySince = signal(0);

/** Record when the acting player went away. */
export function watchAwaySeat() {
  effect(() => {
    const gone = awaySeat.value !== null && moment.value;
    awaySince.value = gone ? performance.now() : 0;
  });
}

function Waiting({ seat }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const standIn = view.value.stand_in;
  const left = Math.ceil((awaySince.value + PATIENCE_MS - now) / 1000);
  return html`
    <p class="away-panel">
      <span role="status">${interpolate(gettext("%(name)s is away."), { name: named(seat.name) })}</span>
      ${left > 0
        ? html`<span class="muted number">${interpolate(gettext("You can continue in %(left)s s"), { left })}</span>`
        : html`<button type="button" class="button" onClick=${() => autoPlay(seat.seat)}><span>${standIn ? interpolate(gettext("Let %(name)s play"), { name: botName(standIn) }) : interpolate(gettext("Play automatically for %(name)s"), { name: named(seat.name) })}</span></button>`}
    </p>
  `;
}

/** "mine": auto-play is on for my seat; "other": the acting player is away; null: neither. */
export const awayState = computed(() => {
  const me = view.value?.seats[mySeat.value];
  if (!me || me.out || view.value.status !== "playing") return null;
  if (me.auto) return "mine";
  return awaySeat.value === null ? null : "other";
});

/** Takes the place of the buttons, so the layout does not move. */
export function AwayPanel() {
  if (awayState.value === "other") return html`<${Waiting} seat=${view.value.seats[awaySeat.value]} />`;
  const standIn = view.value.stand_in;
  return html`
    <p class="away-panel">
      <span><${Icon} name="robot" /> ${standIn ? interpolate(gettext("%(name)s plays for you."), { name: botName(standIn) }) : gettext("Auto-play is on for your seat.")}</span>
      <button type="button" class="button" onClick=${comeBack}>${gettext("I’m back")}</button>
    </p>
  `;
}
