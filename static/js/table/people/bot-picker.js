// The host adds bots to one seat or to all free seats, and turns on bots for absent players.

import { signal } from "@preact/signals";

import { gettext, interpolate, ngettext } from "../../language/language.js";
import { bots, Face } from "../../ui/bots.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { ask } from "../moves/commands.js";
import { isHost, isPaired, room } from "../state/state.js";

const seatToFill = signal(null); // the seat that the dialog chooses a bot for
const close = () => {
  seatToFill.value = null;
};

/** Return whether I may add bots to this room. */
function maySeatBots() {
  return isHost.value && !isPaired.value && bots.length > 0;
}

function isSeated(bot) {
  return room.value.seats.some((seat) => seat.persona === bot.id);
}

/** Return how many bots are not at the table. Each can have only one seat. */
function absentBots() {
  return bots.filter((bot) => !isSeated(bot)).length;
}

function freeSeats() {
  return room.value.seats.filter((seat) => seat.player === null && !seat.closed);
}

export function AddBot({ seat }) {
  if (!maySeatBots() || absentBots() === 0) return null;
  return html`
    <button
      type="button"
      class="button secondary small"
      aria-label=${interpolate(gettext("Add a bot to seat %(seat)s"), { seat: seat + 1 })}
      onClick=${() => (seatToFill.value = seat)}
    >
      <${Icon} name="robot" />${gettext("Add a bot")}
    </button>
  `;
}

function Choice({ bot }) {
  const taken = isSeated(bot);
  const choose = () => {
    ask({ type: "add_bot", seat: seatToFill.value, bot: bot.id });
    close();
  };
  return html`
    <li>
      <button type="button" class="bot-choice" disabled=${taken} onClick=${choose}>
        <${Face} persona=${bot.id} />
        <span class="bot-words">
          <b>${bot.name}</b> <span class="badge">${bot.title}</span>
          <span class="bot-line">${bot.line}</span>
        </span>
      </button>
    </li>
  `;
}

function Fill() {
  const free = Math.min(freeSeats().length, absentBots());
  if (free < 2) return null;
  const fill = () => {
    ask({ type: "fill" });
    close();
  };
  return html`
    <button type="button" class="button secondary block" onClick=${fill}>
      <${Icon} name="robot" />${interpolate(ngettext("Fill the seat with a bot", "Fill %(free)s seats with bots", free), { free })}
    </button>
  `;
}

export function BotDialog() {
  if (seatToFill.value === null) return null;
  return html`
    <${Dialog} title=${gettext("Choose a bot")} onClose=${close}>
      <ul class="bot-choices">
        ${bots.map((bot) => html`<${Choice} key=${bot.id} bot=${bot} />`)}
      </ul>
      <${Fill} />
    <//>
  `;
}

/** The host's switch; others see a badge in the settings. Not in rated games. */
export function StandInSwitch() {
  if (!maySeatBots() || room.value.rated) return null;
  const change = (event) => ask({ type: "stand_ins", on: event.currentTarget.checked });
  return html`
    <label class="switch">
      <input type="checkbox" checked=${room.value.stand_ins} onChange=${change} />
      <span>${gettext("A bot replaces anyone who leaves")}</span>
    </label>
  `;
}
