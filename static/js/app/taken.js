// What this device has taken along: the caches that service-worker.js fills, one for each release and language.

const TAKEN = "taken-";
const LIST = "/taken-list"; // says that the cache is complete
const FULL = "/taken-full"; // the release for which there was no room

async function takenNames() {
  return (await caches.keys()).filter((name) => name.startsWith(TAKEN));
}

/** Return what was taken along, {version, language, stale}, and the release for which there was no room; null: none. */
export async function taken() {
  for (const name of await takenNames()) {
    const cache = await caches.open(name);
    const list = await cache.match(LIST);
    const full = await cache.match(FULL);
    if (list) return [await list.json(), full ? await full.text() : null];
  }
  return [null, null];
}

export async function forgetTaken() {
  for (const name of await takenNames()) await caches.delete(name);
}
