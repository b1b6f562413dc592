// How long until the tournament starts or ends, large in its head.

import { dateFormat, gettext, interpolate, ngettext } from "../language/language.js";
import { useServerTime } from "../net/server-time.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { phaseOf } from "./standings.js";
import { tournament } from "./state.js";

const TIME = { dateStyle: "medium", timeStyle: "short" };
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
  const shown = interpolate(gettext("Round %(round)s of %(rounds)s"), { round, rounds });
  if (now < begins) return html`<${Remaining} label=${interpolate(gettext("%(round)s begins in"), { round: shown })} seconds=${(begins - now) / 1000} />`;
  return html`<${Remaining} label=${shown} seconds=${(begins - now) / 1000 + clock} />`;
}

function DuplicateClock() {
  const now = useServerTime();
  const { starts, ends, players, duplicate } = tournament.value;
  const phase = phaseOf(tournament.value, now);
  const { tables } = duplicate;
  return html`
    ${phase === "before" && html`<${Remaining} label=${gettext("Starts in")} seconds=${(starts - now) / 1000} /><p class="arena-at">${dateFormat(TIME).format(starts)}</p>`}
    ${phase === "seating" && html`<p class="arena-ended">${gettext("Everybody is being seated…")}</p>`}
    ${phase === "running" && html`<${Round} now=${now} />`}
    ${phase === "counting" && html`<p class="arena-ended">${gettext("Counting…")}</p>`}
    ${phase === "finished" && html`<p class="arena-ended">${gettext("Finished")} · ${dateFormat(TIME).format(ends)}</p>`}
    <p class="arena-counts">
      <span>${interpolate(gettext("%(players)s in"), { players })}</span>
      ${tables > 0 && html`<span>${interpolate(ngettext("%(count)s table", "%(count)s tables", tables), { count: tables })}</span>`}
    </p>
  `;
}

export function Clock() {
  return tournament.value.duplicate ? html`<${DuplicateClock} />` : html`<${ArenaClock} />`;
}

function ArenaClock() {
  const now = useServerTime();
  const { starts, ends, players, waiting, playing } = tournament.value;
  const phase = phaseOf(tournament.value, now);
  const facts = [
    interpolate(gettext("%(players)s in"), { players }),
    ...(phase === "running" || phase === "last" ? [interpolate(gettext("%(playing)s playing"), { playing }), interpolate(gettext("%(waiting)s waiting"), { waiting })] : []),
  ];
  return html`
    ${phase === "before" && html`<${Remaining} label=${gettext("Starts in")} seconds=${(starts - now) / 1000} /><p class="arena-at">${dateFormat(TIME).format(starts)}</p>`}
    ${(phase === "running" || phase === "last") && html`<${Remaining} label=${gettext("Ends in")} seconds=${(ends - now) / 1000} />`}
    ${(phase === "counting" || phase === "finished") && html`<p class="arena-ended">${gettext("Finished")} · ${dateFormat(TIME).format(ends)}</p>`}
    <p class="arena-counts">${facts.map((fact) => html`<span>${fact}</span>`)}</p>
  `;
}
