// Keeping the peace: the host mutes a person, or everybody who only watches.

import { html } from "../ui/html.js";
import { ask } from "./commands.js";
import { chat, isHost, myChair, room, you } from "./state.js";

/** Why I may not speak here, in words; "" if I may. */
export function whyMuted() {
  if (isHost.value) return "";
  if (room.value.muted.includes(you.value.player)) return "The host has muted you.";
  return room.value.spectators_muted && !myChair.value ? "The host has muted everybody who watches." : "";
}

/** The others at the table, then those who have spoken: [{player, name}]. */
function others() {
  const seated = room.value.seats.filter((seat) => !seat.bot);
  const people = new Map();
  for (const { player, name } of [...seated, ...chat.value]) {
    if (player !== null && player !== you.value.player && !people.has(player)) people.set(player, name);
  }
  return [...people].map(([player, name]) => ({ player, name }));
}

function Switch({ label, on, command }) {
  const toggle = (event) => ask({ type: "mute", ...command, muted: event.target.checked });
  return html`
    <label class="switch"><input type="checkbox" checked=${on} onChange=${toggle} /><span>${label}</span></label>
  `;
}

/** The host's list of whom not to hear; for anybody else nothing. */
export function Muting() {
  if (!isHost.value) return null;
  const { muted, spectators_muted: spectators } = room.value;
  return html`
    <details class="fold muting">
      <summary>Mute somebody</summary>
      <div class="fold-body" role="group" aria-label="Muted">
        <${Switch} label="Everybody who watches" on=${spectators} command=${{}} />
        ${others().map(
          ({ player, name }) =>
            html`<${Switch} key=${player} label=${name} on=${muted.includes(player)} command=${{ player }} />`,
        )}
      </div>
    </details>
  `;
}
