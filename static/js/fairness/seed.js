// The player's seed for the dice, generated in the browser before each game.

import { effect } from "@preact/signals";

import { ask } from "../room/commands.js";
import { link, myRoomSeat, room } from "../room/state.js";

const SEED_BYTES = 8;

/** Return a new seed: 16 random hex digits. */
export function newSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the letters and digits of `text`, 32 at most: a valid seed. */
export function asSeed(text) {
  return text.replace(/[^A-Za-z0-9]/g, "").slice(0, 32);
}

let sentFor = "";

/** Send a new seed for each coming game while I have a seat. A seed is used for one game only. */
export function sendSeeds() {
  effect(() => {
    const next = room.value?.next.game;
    const lacks = myRoomSeat.value && !myRoomSeat.value.seed && room.value.status !== "playing";
    if (!lacks || link.value.state !== "online" || sentFor === next) return;
    sentFor = next;
    ask({ type: "seed", seed: newSeed() });
  });
}
