// Whether the browser has thrown a running game away. The game is in one storage of the browser, and a mark in another:
// if only the mark is there, the page says so.

const CACHE = "offline-games";
const MARK = "/offline-games/running";

async function mark() {
  const found = await (await caches.open(CACHE)).match(MARK);
  return found ? found.text() : null;
}

/** Note the id of the game that runs here; null: none does. */
export async function markRunning(id) {
  try {
    const cache = await caches.open(CACHE);
    if (id === null) await cache.delete(MARK);
    else await cache.put(MARK, new Response(id));
  } catch {
    return; // no room, or forbidden
  }
}

/** Return whether a game ran here that is gone. `ids`: of all games that are there. */
export async function wasThrownAway(ids) {
  try {
    const marked = await mark();
    return marked !== null && !ids.includes(marked);
  } catch {
    return false;
  }
}

/** Ask the browser to keep what this site stores. */
export async function askToKeep() {
  try {
    await navigator.storage?.persist?.();
  } catch {
    return; // it decides alone
  }
}
