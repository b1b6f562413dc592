// How the dice of a table move. They tumble until the server's values arrive, then land on them.

import { effect } from "@preact/signals";

import { after, atRest, land as landed, motion } from "../../dice/motion.js";
import { sheet } from "./state.js";

export { atRest, motion, stop } from "../../dice/motion.js";

const MAX_TUMBLE_MS = 1500; // then the connection is probably lost

/** Do something as soon as all dice lie still: what they show must not be told before. */
export function whenAtRest(act) {
  if (atRest.peek()) return act();
  let isDone = false;
  const end = effect(() => {
    if (!atRest.value || isDone) return;
    isDone = true;
    // Not here: what it reads must not wake this effect again.
    queueMicrotask(() => {
      end();
      act();
    });
  });
  return undefined;
}

/** Start to roll all dice except the `held` positions; they tumble until `land` or `stop`. */
export function tumble(held) {
  motion.value = { kind: "tumbling", held, began: performance.now() };
  after(MAX_TUMBLE_MS, () => {
    motion.value = { ...motion.value, kind: "lost" };
  });
}

/** The values are known: end the animation on them. */
export function land(held) {
  landed(sheet.value.dice, held);
}
