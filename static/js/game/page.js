// What the page of a room needs during a game, and not before. See room/table-code.js.

import { watchWish } from "../room/join-next.js";
import { watchAwaySeat } from "./away.js";
import { watchCoach } from "./coach-code.js";
import { watchLater } from "./later-code.js";
import { watchRolls } from "./roll-guard.js";
import { watchRounds } from "./round-state.js";
import { watchChoice } from "./scoring.js";
import { watchMyTurn } from "./seats.js";

export { Bubbles, showLine, showReaction } from "../room/bubbles.js";
export { GameActions } from "../room/game-actions.js";
export { receiveHint } from "./hint.js";
export { gameKey } from "./keyboard.js";
export { celebrate, Effects } from "./later-code.js";
export { Table } from "./table.js";

/** Load the field for typed commands, which need the rest of a game's code. */
export function loadCommands() {
  return import("../text/command-field.js");
}

/** Begin to follow the game. */
export function start() {
  watchAwaySeat();
  watchRolls();
  watchRounds();
  watchChoice();
  watchWish();
  watchMyTurn();
  watchLater();
  watchCoach();
}
