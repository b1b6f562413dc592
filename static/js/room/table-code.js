// The code of a game, which the page of a room loads when a game runs, or when one may soon begin.

import { signal } from "@preact/signals";

/** What game/page.js exports, once it is loaded; until then null. */
export const tableCode = signal(null);
/** Whether the code could not be loaded. A browser may remember that, so only a new page can try again. */
export const isCodeMissing = signal(false);

let loading = null;

async function load() {
  try {
    const code = await import("../game/page.js");
    code.start();
    tableCode.value = code;
    return code;
  } catch (error) {
    isCodeMissing.value = true;
    throw error;
  }
}

/** Load the code; return a promise of what it exports. */
export function loadTable() {
  loading ??= load();
  return loading;
}
