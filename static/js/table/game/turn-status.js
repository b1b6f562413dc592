// The lines above the dice: whose turn, which roll, how much time.

import { gettext, interpolate } from "../../language/language.js";
import { Rolls } from "../../scorecard/turn-parts.js";
import { botName, Emblem } from "../../ui/bots.js";
import { boxName, scoredWords, worth } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { lastTurnWords, namedSeat } from "../log/announcements.js";
import { atRest, motion } from "../state/dice-motion.js";
import { lastTurn } from "../state/last-turn.js";
import { hasRoundPanel, isRounds, isShown } from "../state/round-state.js";
import { actingSeat, coach, isRevealing, myTurn, rollsOf, sharesDevice, sheet, view } from "../state/state.js";
import { HintButton, HintLine, HintMore } from "./hint.js";
import { holidayOf, isOnHoliday } from "./holiday.js";
import { roundStatus, roundTitle } from "./round-words.js";
import { Clock } from "./turn-clock.js";

/** Return who filled the box for the player. */
function timeOutWords({ seat }) {
  const { seats, stand_in: standIn } = view.value;
  return standIn && seats[seat].auto ? interpolate(gettext("%(name)s plays"), { name: botName(standIn) }) : gettext("out of time");
}

function lastWords(last) {
  if (!last) return "";
  const who = namedSeat(last.seat);
  const box = boxName(sheet.value, last);
  const late = last.timed_out ? ` (${timeOutWords(last)})` : "";
  const counted = (points) => worth(sheet.value, last.column, points);
  return [scoredWords(who, counted(last.points), box, counted(last.bonus)), late];
}

function firstWords() {
  if (view.value.share && !isRounds.value) return gettext("Same dice for everybody");
  return view.value.replay ? gettext("Replay with the same dice; does not count") : "";
}

function roundWords() {
  return view.value.dice === "same" ? gettext("Everybody gets the same dice. Roll!") : gettext("Everybody plays at once. Roll!");
}

function statusWords(turn) {
  if (motion.value.kind === "lost") return gettext("Still waiting for your dice…"); // the banner says why
  const last = lastTurn(view.value);
  if (last && turn.roll < rollsOf(turn)) return lastTurnWords(last);
  if (!atRest.value) return "";
  if (turn.roll === 0) return isRounds.value ? roundWords() : lastWords(view.value.last) || firstWords();
  if (!myTurn.value) return "";
  return turn.roll === rollsOf(turn) ? gettext("Pick a box to score") : gettext("Tap dice to keep, then roll or score");
}

function RollsOf({ turn }) {
  return html`<${Rolls} made=${turn.roll} rolls=${sheet.value.rolls} all=${rollsOf(turn)} />`;
}

/** The time left for these seats: a turn does not end before its player's holiday does. */
function TimeLeft({ seats }) {
  const { deadline, clock } = view.value;
  const ends = seats.map(holidayOf).filter(([from]) => from <= deadline);
  return html`<${Clock} deadline=${Math.max(deadline, ...ends.map(([, until]) => until))} total=${clock} />`;
}

/** Takes the line's place until the first turn begins. */
function StartingLine() {
  return html`
    <header class="turn-line">
      <${Emblem} seat=${0} persona=${view.value.seats[0].persona} />
      <h2 class="turn-title">${gettext("The game starts")}</h2>
      <${Rolls} made=${0} rolls=${sheet.value.rolls} />
      <p class="turn-doing"></p>
    </header>
  `;
}

/** The line while I wait for the others, or see what they have done. */
function RoundLine() {
  const game = view.value;
  return html`
    <header class="turn-line">
      <h2 class="turn-title">${roundTitle()}</h2>
      ${game.deadline && !isShown.value && html`<${TimeLeft} seats=${game.seats.filter(({ seat, auto, bot }) => !(auto || bot || game.done?.includes(seat)))} />`}
      <p class="turn-doing" role="status">${isShown.value ? roundStatus() : lastWords(game.last) || roundStatus()}</p>
    </header>
  `;
}

export function TurnLine() {
  if (isRevealing.value) return html`<${StartingLine} />`;
  if (hasRoundPanel.value) return html`<${RoundLine} />`;
  const game = view.value;
  const seat = game.seats[actingSeat.value];
  if (!seat) return null;
  const title = isRounds.value ? roundTitle() : myTurn.value && !sharesDevice.value ? gettext("Your turn") : interpolate(gettext("%(name)s’s turn"), { name: named(seat.name) });
  if (coach.value?.speaks.value) return html`<${coach.value.Coach} title=${title} rolls=${html`<${RollsOf} turn=${seat.turn} />`} />`;
  return html`
    <header class=${myTurn.value ? "turn-line mine" : "turn-line"}>
      <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
      <h2 class="turn-title">${title}</h2>
      <${HintButton} />
      <${RollsOf} turn=${seat.turn} />
      ${game.deadline && !seat.auto && !seat.bot && html`<${TimeLeft} seats=${[seat]} />`}
      <p class="turn-doing">${HintLine() ?? (isOnHoliday(seat) && !myTurn.value ? gettext("On holiday") : statusWords(seat.turn))}</p>
      <${HintMore} />
    </header>
  `;
}
