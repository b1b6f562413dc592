// The table during a game: players, dice and buttons, the scorecard beside them.

import { useEffect } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { cardSize, Scorecard } from "../../scorecard/scorecard.js";
import { html } from "../../ui/html.js";
import { Side } from "../chat/side-panel.js";
import { mayAct } from "../moves/commands.js";
import { pickBox } from "../moves/scoring.js";
import { atRest } from "../state/dice-motion.js";
import { isEnding } from "../state/ending.js";
import { lastTurn } from "../state/last-turn.js";
import { hasRoundPanel, isRounds } from "../state/round-state.js";
import { actingSeat, chosen, link, mySeat, myTurn, pending, problem, room, sheet, view } from "../state/state.js";
import { Actions } from "./buttons.js";
import { Dice } from "./dice.js";
import { extras } from "./extras-loader.js";
import { hintedBox } from "./hint.js";
import { LastBox } from "./last-box.js";
import { RoundPanel } from "./rounds.js";
import { Seats, shownSeats } from "./seats.js";
import { TurnLine } from "./turn-status.js";

/** Return the open boxes and their points, once the dice rest: Map "column/category" -> option. */
function openOptions() {
  const options = atRest.value ? (view.value.seats[actingSeat.value]?.options ?? []) : [];
  return new Map(options.map((option) => [`${option.column}/${option.category}`, option]));
}

/** Without a connection the banner says so already. */
function tellProblem(message) {
  if (link.value.state === "online") problem.value = { message };
}

function cardOf() {
  return {
    view: view.value,
    sheet: sheet.value,
    mine: mySeat.value,
    shown: shownSeats.value,
    options: openOptions(),
    mayScore: mayAct(),
    chosen: chosen.value,
    pending: pending.value?.option ?? null,
    hinted: hintedBox.value,
    onPick: myTurn.value ? pickBox : null,
    onProblem: tellProblem,
    switches: room.value.variant.switches,
  };
}

function Felt() {
  return html`
    <section class=${`tray felt ${myTurn.value ? "mine" : ""}`} aria-label=${gettext("Table")}>
      <${TurnLine} />
      ${hasRoundPanel.value ? html`<${RoundPanel} />` : html`<${Dice} />`}
      <${Actions} />
    </section>
  `;
}

export function Table() {
  const playing = view.value.status === "playing" || isEnding.value;
  const end = extras.code.value;
  useEffect(() => scrollTo(0, 0), [view.value.game, playing]);
  if (!playing && !end) return html`<p class="opening">${gettext("Opening the table…")}</p>`;
  const size = cardSize(view.value, sheet.value);
  return html`
    <div class=${`table-layout ${playing ? "playing" : "over"} ${isRounds.value ? "in-rounds" : ""} ${lastTurn(view.value) ? "last-turn" : ""} ${size.class}`} style=${size.style}>
      <${Seats} />
      ${!playing ? html`<${end.Result} />` : isEnding.value ? html`<${LastBox} />` : html`<${Felt} />`}
      <${Scorecard} card=${cardOf()} />
      <${Side} />
    </div>
  `;
}
