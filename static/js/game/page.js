// What the page of a room needs during a game, and not before. See room/table-code.js.

import { watchMoments } from "../moments/celebrate.js";
import { watchWish } from "../room/join-next.js";
import { watchSound } from "../sound/cue.js";
import { watchTable } from "../sound/table-sounds.js";
import { watchAwaySeat } from "./away.js";
import { watchRolls } from "./roll-guard.js";
import { watchRounds } from "./round-state.js";
import { watchChoice } from "./scoring.js";
import { watchMyTurn } from "./seats.js";

export { celebrate } from "../moments/celebrate.js";
export { Stage } from "../moments/stage.js";
export { Bubbles, showLine, showReaction } from "../room/bubbles.js";
export { GameActions } from "../room/game-actions.js";
export { Captions } from "../sound/captions.js";
export { receiveHint } from "./hint.js";
export { gameKey } from "./keyboard.js";
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
  watchMoments();
  watchSound();
  watchTable();
}
