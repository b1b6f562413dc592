// How long until the tournament starts or ends, large in its head.

import { gettext, interpolate, ngettext } from "../language/language.js";
import { timeText } from "../language/times.js";
import { useServerTime } from "../net/server-time.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { phaseOf } from "./standings.js";
import { tournament } from "./state.js";

const MINUTES_SHOWN_UNTIL = 3600; // seconds; above this, show the time of day instead

function Remaining({ label, seconds }) {
  const left = Math.max(0, Math.ceil(seconds));
  const words = left < MINUTES_SHOWN_UNTIL ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : duration(left);
  return html`<p class="arena-left"><span>${label}</span> <b class="number" role="timer">${words}</b></p>`;
}

/** The round of a duplicate event, with the time until its end or its beginning. */
function Round({ now }) {
  const { clock, duplicate } = tournament.value;
  const { round, rounds, begins } = duplicate;
  const until = now < begins ? begins : begins + clock * 1000;
  return html`<${Remaining} label=${interpolate(gettext("Round %(round)s of %(rounds)s"), { round, rounds })} seconds=${(until - now) / 1000} />`;
}

/** What the tournament does now. */
function Phase({ phase, now }) {
  const { starts, ends, duplicate } = tournament.value;
  if (phase === "before") return html`<${Remaining} label=${gettext("Starts in")} seconds=${(starts - now) / 1000} /><p class="arena-at">${timeText(starts, "moment")}</p>`;
  if (phase === "running" && duplicate) return html`<${Round} now=${now} />`;
  if (phase === "running" || phase === "last") return html`<${Remaining} label=${gettext("Ends in")} seconds=${(ends - now) / 1000} />`;
  return html`<p class="arena-ended">${gettext("Finished")} · ${timeText(ends, "moment")}</p>`;
}

export function Clock() {
  const now = useServerTime();
  const { players } = tournament.value;
  return html`
    <${Phase} phase=${phaseOf(tournament.value, now)} now=${now} />
    ${players > 0 && html`<p class="arena-counts"><span>${interpolate(ngettext("%(count)s player", "%(count)s players", players), { count: players })}</span></p>`}
  `;
}
