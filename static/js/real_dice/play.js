// The running game: who enters, the card, and what can be taken back.

import { useState } from "preact/hooks";

import { gettext, interpolate, pgettext } from "../language/language.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { Entry } from "./entry.js";
import { edit, turnFrom, undo } from "./game.js";
import { Players } from "./players.js";
import { PointsDialog } from "./points.js";
import { asked, cardNow, Sheet } from "./sheet.js";
import { acting, enterTurn, forgetResult, game, isStored, moment, rules, show } from "./state.js";
import { Turns } from "./turns.js";

/** Take the last turn back. If the game was over, its result goes. */
export function takeBack() {
  const { id, over } = game.value;
  if (show(undo(game.value, rules.value)) && over) forgetResult(id);
}

function GiveUp({ onClose }) {
  return html`
    <${Dialog} title=${gettext("Throw this card away")} onClose=${onClose}>
      <p>${gettext("All its turns are deleted from this device.")}</p>
      <p class="dialog-actions"><button type="button" class="button danger" onClick=${() => show(null)}>${gettext("Delete")}</button></p>
    <//>
  `;
}

function Points() {
  if (asked.value?.seen !== moment()) return null; // it was answered, or another tab has gone on
  const { option } = asked.value;
  const enter = (points) => {
    asked.value = null;
    enterTurn(turnFrom(game.value.draft, acting.value, { ...option, ...points }, rules.value));
  };
  return html`<${PointsDialog} rules=${rules.value} option=${option} possible=${rules.value.possible(cardNow(), option)} enter=${enter} onClose=${() => (asked.value = null)} />`;
}

export function Play() {
  const [leaving, setLeaving] = useState(false);
  const now = game.value;
  const round = Math.floor(now.turns.length / now.names.length) + 1;
  const { rounds } = rules.value.data.sheet;
  return html`
    <div class="real-play">
      <header class="spread real-head">
        <h1><a class="real-home" href="/" aria-label=${gettext("Home page")}><svg aria-hidden="true"><use href="#i-yacht" /></svg></a>${now.rules.name} <small>${interpolate(gettext("Round %(round)s of %(rounds)s"), { round: Math.min(round, rounds), rounds })}</small></h1>
        <span class="cluster">
          <button type="button" class="button small secondary" aria-disabled=${now.turns.length === 0 ? "true" : undefined} onClick=${() => now.turns.length > 0 && takeBack()}><${Icon} name="back" />${pgettext("a turn", "Undo")}</button>
          <button type="button" class="icon-button" aria-label=${gettext("Throw this card away")} onClick=${() => setLeaving(true)}><${Icon} name="close" /></button>
        </span>
      </header>
      ${!isStored.value && html`<p class="notice warn">${gettext("This browser stores nothing: the card is lost when you close this page.")}</p>`}
      <${Players} />
      <${Entry} />
      <${Sheet} />
      <${Turns} of=${now} onEdit=${(at) => show(edit(now, rules.value, at))} />
      <${Points} />
      ${leaving && html`<${GiveUp} onClose=${() => setLeaving(false)} />`}
    </div>
  `;
}
