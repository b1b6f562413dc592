// The code of the waiting room, which a page that opens with a running game does not load.

import { signal } from "@preact/signals";

import { isCodeMissing } from "./table-code.js";

/** What waiting.js exports, once it is loaded; until then null. */
export const waitingCode = signal(null);

let loading = null;

async function load() {
  try {
    waitingCode.value = await import("./waiting.js");
  } catch (error) {
    isCodeMissing.value = true;
    throw error;
  }
}

/** Load the code; return a promise. */
export function loadWaiting() {
  loading ??= load();
  return loading;
}
