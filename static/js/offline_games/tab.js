// One tab plays: it holds a lock of the browser. The others say so, and may take the game over.

import { signal } from "@preact/signals";

const LOCK = "offline-game";

/** "waiting": nobody knows yet; "mine": this tab plays; "other": another tab does. */
export const tab = signal("waiting");

function hold() {
  tab.value = "mine";
  return new Promise(() => {}); // until this page goes, or another tab takes it
}

async function ask(options) {
  try {
    await navigator.locks.request(LOCK, options, (lock) => (lock ? hold() : undefined));
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

/** Play in this tab unless another one does; then play on here as soon as that one is closed. */
export async function enter() {
  if (!navigator.locks) {
    tab.value = "mine"; // an old browser: the newest change counts
    return;
  }
  await ask({ ifAvailable: true });
  tab.value = "other"; // it was never mine, or was taken
  await ask({});
  tab.value = "other";
}

/** Take the game over from the other tab. */
export async function takeOver() {
  await ask({ steal: true });
  tab.value = "other";
  await ask({});
  tab.value = "other";
}
