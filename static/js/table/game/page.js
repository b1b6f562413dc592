// The code that the page of a table needs only during a game. See state/parts.js.

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { watchChoice } from "../moves/scoring.js";
import { watchWish } from "../people/next-seat.js";
import { watchRolls } from "../state/roll-guard.js";
import { watchRounds } from "../state/round-state.js";
import { coach, problem } from "../state/state.js";
import { watchAwaySeat } from "./away.js";
import { watchExtras } from "./extras-loader.js";
import { watchMyTurn } from "./seats.js";

export { Bubbles, showLine, showReaction } from "../chat/bubbles.js";
export { GameActions } from "../bar/game-actions.js";
export { receiveHint } from "./hint.js";
export { gameKey } from "./keyboard.js";
export { celebrate, cueArrival, Effects } from "./extras-loader.js";
export { Table } from "./table.js";

/** Load the field for typed commands, which need the rest of a game's code. */
export function loadCommands() {
  return import("../text/command-field.js");
}

/** Load the coach if this is the table of the player's first game. The game can go on without the coach. */
async function watchCoach() {
  if (!page.lesson) return;
  try {
    const { start } = await import("../coach/coach.js");
    start(coach);
  } catch (error) {
    console.error(error);
    problem.value = { message: gettext("Something went wrong. Reload the page and try again.") };
  }
}

/** Begin to follow the game. */
export function start() {
  watchAwaySeat();
  watchRolls();
  watchRounds();
  watchChoice();
  watchWish();
  watchMyTurn();
  watchExtras();
  watchCoach();
}
