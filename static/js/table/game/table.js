// The table during a game: players, dice and buttons, the scorecard beside them.

import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { Card } from "../../scorecard/card.js";
import { cardSize, Scorecard } from "../../scorecard/scorecard.js";
import { page } from "../../net/page-data.js";
import { html } from "../../ui/html.js";
import { Side } from "../chat/side-panel.js";
import { mayAct } from "../moves/commands.js";
import { pickBox } from "../moves/scoring.js";
import { atRest } from "../state/dice-motion.js";
import { cardHeight, isEnding } from "../state/ending.js";
import { lastTurn } from "../state/last-turn.js";
import { roundsPart } from "../state/parts.js";
import { hasRoundPanel, isRounds } from "../state/round-state.js";
import { actingSeat, chosen, link, mySeat, myTurn, pending, problem, room, rulesAddress, sheet, view } from "../state/state.js";
import { Actions } from "./buttons.js";
import { Dice } from "./dice.js";
import { extras } from "./extras-loader.js";
import { hintedBox } from "./hint.js";
import { LastBox } from "./last-box.js";
import { firstSeat, Seats, shownSeats } from "./seats.js";
import { TurnLine } from "./turn-status.js";

/** The open boxes and their points, once the dice rest: Map "column/category" -> option. */
const options = computed(() => {
  const open = atRest.value ? (view.value?.seats[actingSeat.value]?.options ?? []) : [];
  return new Map(open.map((option) => [`${option.column}/${option.category}`, option]));
});

const seatCount = computed(() => view.value?.seats.length ?? 0);
const shownCount = computed(() => shownSeats.value.length);
const isPlaying = computed(() => view.value?.status === "playing" || isEnding.value);
const isLastTurn = computed(() => Boolean(view.value && lastTurn(view.value)));
const game = computed(() => view.value?.game);

/** Without a connection the banner says so already. */
function tellProblem(message) {
  if (link.value.state === "online") problem.value = { message };
}

const card = computed(
  () =>
    new Card({
      sheet: sheet.value,
      first: firstSeat.value,
      mine: mySeat,
      count: seatCount.value,
      view,
      shown: shownSeats,
      options,
      mayPick: myTurn,
      mayScore: computed(mayAct),
      chosen,
      pending: computed(() => pending.value?.option ?? null),
      hinted: hintedBox,
      onPick: pickBox,
      onProblem: tellProblem,
      switches: () => room.value.variant.switches,
      boxes: () => rulesAddress(page.boxes),
    }),
);

function Felt() {
  return html`
    <section class=${`tray felt ${myTurn.value ? "mine" : ""}`} aria-label=${gettext("Table")}>
      <${TurnLine} />
      ${hasRoundPanel.value ? html`<${roundsPart.code.value.RoundPanel} />` : html`<${Dice} />`}
      <${Actions} />
    </section>
  `;
}

/** Only what a whole game shares is read here: the parts follow their own signals. */
export function Table() {
  const playing = isPlaying.value;
  const end = extras.code.value;
  useEffect(() => scrollTo(0, 0), [game.value, playing]);
  const size = cardSize(seatCount.value, sheet.value, shownCount.value);
  const kept = cardHeight.value === null ? {} : { "--kept": `${cardHeight.value}px` };
  return html`
    <div class=${`table-layout ${playing ? "playing" : "over"} ${isRounds.value ? "in-rounds" : ""} ${isLastTurn.value ? "last-turn" : ""} ${size.class}`} style=${{ ...size.style, ...kept }}>
      <${Seats} />
      ${playing && !isEnding.value ? html`<${Felt} />` : playing || !end ? html`<${LastBox} />` : html`<${end.Result} />`}
      <${Scorecard} card=${card.value} />
      <${Side} />
    </div>
  `;
}
