// When the acting player is away, or my own seat is being played for me.

import { computed, effect, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { comeBack, playOn } from "../room/commands.js";
import { actingSeat, moment, mySeat, view } from "../room/state.js";
import { botName } from "../ui/bots.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { presenceOf } from "./seats.js";

const PATIENCE_MS = 30_000; // the server asks for as much
const TICK_MS = 1000;

const awaySeat = computed(() => {
  const seat = view.value?.seats[actingSeat.value];
  return seat && seat.seat !== mySeat.value && presenceOf(seat) === "away" ? seat.seat : null;
});
const awaySince = signal(0);

/** Note since when the acting player has been away. */
export function watchAbsence() {
  effect(() => {
    const gone = awaySeat.value !== null && moment.value;
    awaySince.value = gone ? Date.now() : 0;
  });
}

function Waiting({ seat }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const standIn = view.value.stand_in;
  const left = Math.ceil((awaySince.value + PATIENCE_MS - now) / 1000);
  return html`
    <p class="absence" role="status">
      <span>${seat.name} is away.</span>
      ${left > 0
        ? html`<span class="muted number">You can move on in ${left} s</span>`
        : html`<button type="button" class="button" onClick=${() => playOn(seat.seat)}>${standIn ? `Let ${botName(standIn)} play` : "Let the seat play by itself"}</button>`}
    </p>
  `;
}

/** "mine": my seat is played for me; "other": the acting player is away, and I may say "play on". */
export const absence = computed(() => {
  const me = view.value?.seats[mySeat.value];
  if (!me || me.out || view.value.status !== "playing") return null;
  if (me.auto) return "mine";
  return awaySeat.value === null ? null : "other";
});

/** Stands where the buttons are on my turn, so that nothing moves when it comes or goes. */
export function Absence() {
  if (absence.value === "other") return html`<${Waiting} seat=${view.value.seats[awaySeat.value]} />`;
  const standIn = view.value.stand_in;
  return html`
    <p class="absence">
      <span><${Icon} name="robot" /> ${standIn ? `${botName(standIn)} plays for you.` : "Your seat plays by itself."}</span>
      <button type="button" class="button" onClick=${comeBack}>I’m back</button>
    </p>
  `;
}
