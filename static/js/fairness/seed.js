// The player's own share in the dice: a seed made here, in the browser, before each game.

import { effect } from "@preact/signals";

import { ask } from "../room/commands.js";
import { link, myChair, room } from "../room/state.js";

const SEED_BYTES = 8;

/** Return a fresh seed: 16 hex digits of the browser's own randomness. */
export function newSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return `text` as far as it can be a seed: letters and digits, 32 at most. */
export function asSeed(text) {
  return text.replace(/[^A-Za-z0-9]/g, "").slice(0, 32);
}

let gaveFor = "";

/** Give a seed for each coming game as soon as I sit: a seed serves for one game only. */
export function giveSeeds() {
  effect(() => {
    const next = room.value?.next.game;
    const lacks = myChair.value && !myChair.value.seed && room.value.status !== "playing";
    if (!lacks || link.value.state !== "online" || gaveFor === next) return;
    gaveFor = next;
    ask({ type: "seed", seed: newSeed() });
  });
}
