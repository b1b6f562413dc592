// The host mutes a person, or all spectators.

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { ask } from "../moves/commands.js";
import { chat, isHost, room, you } from "../state/state.js";

/** Return the other players, then spectators who have written: [{player, name}]. */
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

/** The host's list of people to mute; nothing for others. */
export function MuteMenu() {
  if (!isHost.value) return null;
  const { muted, spectators_muted: spectators } = room.value;
  return html`
    <details class="fold muting">
      <summary>${gettext("Mute someone")}</summary>
      <div class="fold-body" role="group" aria-label=${gettext("Mute someone")}>
        <${Switch} label=${gettext("All spectators")} on=${spectators} command=${{}} />
        ${others().map(
          ({ player, name }) =>
            html`<${Switch} key=${player} label=${named(name)} on=${muted.includes(player)} command=${{ player }} />`,
        )}
      </div>
    </details>
  `;
}
