// The worker that draws the dice, so that a busy page does not hold them up. A message is the name of a method of
// `DiceScene` and its arguments; the first one, "open", has those of the constructor.

import { DiceScene } from "./scene.js";

let scene = null;

addEventListener("message", ({ data: [name, ...values] }) => {
  if (name === "open") scene = new DiceScene(...values);
  else scene[name](...values);
});
