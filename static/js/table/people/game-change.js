// The host changes the game of the table between games: rules and clock. Everybody else learns of it by the room.

import { signal } from "@preact/signals";

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { clockWords } from "../../ui/clock-text.js";
import { capitalize } from "../../ui/choice-text.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { ask } from "../moves/commands.js";
import { isHost, isPaired, room } from "../state/state.js";

const open = signal(false);

function nameOf({ name }) {
  return name.split(", ").map((part) => gettext(part)).join(", ");
}

function isChosen({ variant, switches }) {
  const { id, switches: chosen } = room.value.variant;
  return id === variant && chosen.every((each) => !(each.id in switches) || switches[each.id] === each.value);
}

function Choices() {
  const { games, clocks } = JSON.parse(page.games);
  const isOwn = !games.some(isChosen); // rules of a link, or of the host before
  const change = (event) => {
    event.preventDefault();
    const { game, clock } = event.currentTarget.elements;
    const chosen = game.value === "" ? { variant: room.value.variant.id, switches: {} } : games[Number(game.value)];
    ask({ type: "change_game", variant: chosen.variant, switches: chosen.switches, clock: clock.value === "" ? null : Number(clock.value) });
    open.value = false;
  };
  return html`
    <form class="form" onSubmit=${change}>
      <div class="field">
        <label for="next-game">${gettext("Game")}</label>
        <select id="next-game" name="game">
          ${isOwn && html`<option value="" selected>${gettext(room.value.variant.name)}</option>`}
          ${games.map((each, place) => html`<option value=${place} selected=${isChosen(each)}>${nameOf(each)}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="next-clock">${gettext("Time per turn")}</label>
        <select id="next-clock" name="clock">
          ${clocks.map((clock) => html`<option value=${clock ?? ""} selected=${clock === room.value.clock}>${capitalize(clockWords(clock))}</option>`)}
        </select>
      </div>
      <p class="hint">${gettext("Everybody sees the change, and says again that they are ready.")}</p>
      <button type="submit" class="button block">${gettext("Change the game")}</button>
    </form>
  `;
}

/** A button for the host, and its dialog. */
export function GameChange() {
  const { tournament, ended, status } = room.value;
  if (!isHost.value || isPaired.value || tournament || ended || status === "playing") return null;
  return html`
    <button type="button" class="button quiet" aria-haspopup="dialog" onClick=${() => (open.value = true)}>
      <${Icon} name="settings" />${gettext("Change the game")}
    </button>
    ${open.value && html`<${Dialog} title=${gettext("The next game")} onClose=${() => (open.value = false)} name="plain"><${Choices} /><//>`}
  `;
}
