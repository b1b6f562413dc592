// What the page of a game needs a moment after the rest: celebrations, sounds, words of hints, the end of a game. See extras-loader.js.

import { watchSound } from "../../sound/cue.js";
import { watchMoments } from "../moments/celebrate.js";
import { watchTable } from "../moments/table-sounds.js";

export { hintWords } from "./hint-text.js";
export { BotDialog } from "../people/bot-picker.js";
export { celebrate } from "../moments/celebrate.js";
export { Stage } from "../moments/stage.js";
export { cue } from "../../sound/cue.js";
export { Captions } from "../../sound/captions.js";
export { Result } from "../result/result.js";

/** Begin to follow the game. */
export function start() {
  watchMoments();
  watchSound();
  watchTable();
}
