// One tab plays: it holds a lock of the browser. The others say so, and may take the game over.

import { signal } from "@preact/signals";

const LOCK = "offline-game";

/** "waiting": nobody knows yet; "mine": this tab plays; "other": another tab does. */
export const tab = signal("waiting");

function hold() {
  tab.value = "mine";
  return new Promise(() => {}); // until this page goes, or another tab takes it
}

/** Ask for the lock until it is gone again. Where the browser gives none, this tab plays: the newest change counts. */
async function ask(options) {
  try {
    await navigator.locks.request(LOCK, options, (lock) => (lock ? hold() : undefined));
  } catch (error) {
    if (error.name !== "AbortError") {
      console.error(error);
      tab.value = "mine";
      return;
    }
  }
  tab.value = "other"; // it was never mine, or was taken
}

/** Ask, and wait for the lock as long as another tab has it. */
async function askAndWait(options) {
  await ask(options);
  if (tab.value === "other") await ask({});
}

/** Play in this tab unless another one does; then play on here as soon as that one is closed. */
export async function enter() {
  if (navigator.locks) await askAndWait({ ifAvailable: true });
  else tab.value = "mine"; // an old browser, or a page without HTTPS
}

/** Take the game over from the other tab. */
export async function takeOver() {
  await askAndWait({ steal: true });
}
