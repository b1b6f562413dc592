// Text mode: runs typed commands. Each answers with a text, or with "" if the game's events answer.

import { holdWords } from "../../dice/holds.js";
import { gettext, interpolate, listed, pair, pgettext } from "../../language/language.js";
import { serverNow } from "../../net/server-time.js";
import { boxName } from "../../ui/event-text.js";
import { spoken } from "../../ui/live-region.js";
import { seatName } from "../log/announcements.js";
import { ask, askHint, hold, roll, score } from "../moves/commands.js";
import { noSuchDice, whyNoHint, whyNoHold, whyNoMove, whyNoRoll } from "../moves/refusals.js";
import { dropChoice, scoreChosen } from "../moves/scoring.js";
import { seedFields } from "../seeds/sealing.js";
import { noteTyped } from "../state/draft.js";
import { isRounds, isShown } from "../state/round-state.js";
import { actingSeat, choice, chosen, held, mySeat, myTurn, rollsOf, sharesDevice, sheet, view } from "../state/state.js";
import { findBoxes, findCategories } from "./boxes.js";
import { cardText, diceText, optionsText, roundText, scoresText, timeText, turnText } from "./descriptions.js";
import { heldPositions, keptPositions, parseLine } from "./line.js";
import { findSeats } from "./people.js";

/** All commands, in the words of the page's language: see line.js. */
function help() {
  return gettext(
    "Roll. Hold 1 3: dice 1 and 3. Keep 5 5: two fives. Score full house. Boxes, dice, card, card Bob, scores, turn, time: what is on the table. Rule yacht. Hint. Last. Undo. Say hello. Rematch. Quit. Short forms: r, h, k, s, b, d, c, t.",
  );
}

/** Set by command-field.js: closes text mode. */
let quit = () => {};

export function onQuit(close) {
  quit = close;
}

function acting() {
  return view.value.seats[actingSeat.value];
}

function holdAt(positions) {
  if (positions === null) return whyNoMove() || noSuchDice();
  if (!hold(positions)) return whyNoHold();
  return holdWords(acting().turn.dice, positions);
}

function keep(rest) {
  const { dice } = acting() ? acting().turn : {};
  if (!dice || !myTurn.value) return whyNoHold();
  return holdAt(keptPositions(rest, dice, held.value));
}

function unknown(name) {
  return interpolate(gettext("There is no “%(name)s” here."), { name });
}

function scoreIn(rest) {
  const no = whyNoMove();
  if (no) return no;
  const { options, turn } = acting();
  if (!turn.dice) return gettext("Roll first.");
  const found = rest.trim() === "" ? options : findBoxes(rest, sheet.value, options);
  if (found.length === 0) return unknown(rest);
  if (found.length > 1 || found === options) return interpolate(gettext("Which one? %(boxes)s."), { boxes: listed(found.map((option) => boxName(sheet.value, option))) });
  return scoreOption(found[0]);
}

/** Score the box at once; if it is for nothing, ask first. */
function scoreOption(option) {
  if (option.points + option.bonus > 0) return score(option) ?? "";
  choice.value = { option, at: null, until: null };
  return interpolate(gettext("%(box)s scores 0. Type yes to score it."), { box: boxName(sheet.value, option) });
}

function confirmScore() {
  if (!chosen.value) return gettext("Nothing yet");
  scoreChosen();
  return "";
}

/** Return what to say if no seat has dice to describe: how far the round is, or that no game runs. */
function withoutDice() {
  if (view.value.status !== "playing") return gettext("No game is running.");
  if (isShown.value) return gettext("The next round has not begun yet.");
  return isRounds.value ? roundText(view.value, seatName, timeText(view.value.deadline, serverNow())) : gettext("No game is running.");
}

function boxes() {
  if (!acting() || isShown.value) return withoutDice();
  const { options, turn } = acting();
  return turn.dice ? optionsText(options, sheet.value) : gettext("Roll first.");
}

function dice() {
  if (!acting() || isShown.value) return withoutDice();
  return diceText({ turn: acting().turn, held: held.value, rolls: rollsOf(acting().turn) });
}

/** Return the seats of the players whom `name` means; without a name mine, or else the acting seat. */
function seatsCalled(name) {
  const { seats } = view.value;
  return name === "" ? [seats[mySeat.value ?? actingSeat.value ?? 0]] : findSeats(name, seats);
}

function numbered({ name, seat }) {
  return pair(name, seat + 1);
}

function card(rest) {
  const found = seatsCalled(rest);
  if (found.length === 0) return unknown(rest);
  if (found.length > 1) return interpolate(gettext("Which one? Type the number of the seat. %(names)s."), { names: listed(found.map(numbered)) });
  return cardText(seatName(found[0].seat), found[0].card, sheet.value);
}

function turn() {
  const seat = acting();
  if (!seat || isShown.value) return withoutDice();
  const title = myTurn.value && !sharesDevice.value ? gettext("Your turn") : interpolate(gettext("%(name)s’s turn"), { name: seat.name });
  return turnText(title, { turn: seat.turn, rolls: rollsOf(seat.turn) }, view.value);
}

function rule(rest) {
  const found = findCategories(rest, sheet.value);
  if (found.length === 0) return unknown(rest);
  return found.map(({ name, hint }) => `${pair(gettext(name), gettext(hint))}.`).join(" ");
}

function say(rest) {
  if (rest.trim() === "") return help();
  noteTyped(ask({ type: "chat", text: rest.trim() }), rest.trim());
  return gettext("Sent.");
}

function rematch() {
  if (view.value.status === "playing") return gettext("This game is still being played.");
  ask({ type: "rematch", ...seedFields() });
  return gettext("Sent.");
}

const RUN = {
  roll: () => (roll() ? "" : whyNoRoll()),
  hold: (rest) => holdAt(heldPositions(rest, sheet.value.dice)),
  keep,
  score: scoreIn,
  boxes,
  dice,
  card,
  scores: () => scoresText(view.value, seatName),
  turn,
  time: () => timeText(view.value.deadline, serverNow()),
  hint: () => (askHint() ? "" : whyNoHint()),
  rule,
  last: () => spoken.value.findLast(({ typed }) => !typed)?.text ?? gettext("Nothing yet"),
  undo: () => (dropChoice() ? gettext("Cancelled.") : gettext("Nothing yet")),
  yes: confirmScore,
  say,
  rematch,
  help,
  quit: () => quit() ?? `${pgettext("text mode", "Closed")}.`,
};

/** Run the command in `line`; return the answer, or "". */
export function runLine(line) {
  const { name, rest } = parseLine(line);
  // A question is open as long as nothing else is typed.
  if (name !== "yes" && name !== "undo") dropChoice();
  return name === "" ? `${unknown(line.trim())} ${gettext("Type help")}.` : RUN[name](rest);
}
