// The service worker of the site: files from its cache, a page for visitors without a connection, and notifications.
// A classic script that the server sends as /sw.js (games/site/front/app/views.py), after a line with SITE = {version, offline,
// files, icon, badge, taken, data, bots, values}. docs/browser.md explains what it keeps, and what it never keeps.

const PREFIX = "files-";
const CACHE = PREFIX + SITE.version;
const MAX_FILES = 200; // of a release; the oldest ones are removed
const HASHED = /\.[0-9a-f]{12}\.[a-z0-9.]+$/; // the name changes with the content
const USED_BY_PAGE = /(?:href|src|data-[a-z-]+)="([^"#]+)"/g;
const GATEWAY_FAILED = [502, 504]; // from a proxy that reaches no server; the site itself never sends these

/** Whether the address is that of a file that never changes: of this site, with a hash in its name. */
function isFile(url) {
  return url.origin === location.origin && HASHED.test(url.pathname) && SITE.files.some((folder) => url.pathname.startsWith(folder));
}

/** Return the addresses of the files that a page uses. */
async function filesOf(page) {
  const used = [...(await page.text()).matchAll(USED_BY_PAGE)].map(([, address]) => new URL(address, location.href));
  return [...new Set(used.filter(isFile).map(({ href }) => href))];
}

/** Remove the oldest files if there are too many, but never those of the offline page. */
async function makeRoom(cache) {
  const all = await cache.keys();
  if (all.length <= MAX_FILES) return;
  const page = await cache.match(SITE.offline);
  const spared = page ? await filesOf(page) : [];
  const files = all.filter(({ url }) => isFile(new URL(url)) && !spared.includes(url));
  for (const old of files.slice(0, all.length - MAX_FILES)) await cache.delete(old);
}

async function keep(request, response) {
  if (!response.ok || response.type !== "basic") return;
  try {
    const cache = await caches.open(CACHE);
    await cache.put(request, response);
    await makeRoom(cache);
  } catch {
    return; // no room left: the browser has a cache of its own
  }
}

async function kept(request) {
  return (await (await caches.open(CACHE)).match(request, { ignoreVary: true })) ?? taken(request);
}

async function file(event) {
  const found = await kept(event.request);
  if (found) return found;
  const response = await fetch(event.request);
  event.waitUntil(keep(event.request, response.clone()));
  return response;
}

/** Return what `ask()` gets from the network; without a connection what `spare()` finds, if anything. */
async function fresh(ask, spare) {
  try {
    const response = await ask();
    return GATEWAY_FAILED.includes(response.status) ? ((await spare()) ?? response) : response;
  } catch (error) {
    const found = await spare();
    if (found) return found;
    throw error;
  }
}

/** Return the page from the network. Never keep it, because it is somebody's own, or changes. */
function page(event) {
  const ask = async () => (await event.preloadResponse) ?? fetch(event.request);
  return fresh(ask, async () => (await takenPage(event.request.url)) ?? kept(SITE.offline));
}

/** Keep the page for visitors without a connection, and the files that it needs. */
async function install() {
  // Without cookies, because the page must not name a player.
  const answer = await fetch(SITE.offline, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) throw new Error(`no page for visitors without a connection: ${answer.status}`);
  const cache = await caches.open(CACHE);
  await cache.put(SITE.offline, answer.clone());
  await cache.addAll(await filesOf(answer));
  // Open pages of the previous release are not harmed: their files stay on the server.
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser asks the server for a page while this worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  await tellVersion();
}

/** Tell the pages which release is the newest. Each knows its own, and asks its player (js/app/main.js). */
async function tellVersion() {
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ type: "version", version: SITE.version });
}

// --- What somebody has taken along ------------------------------------------------------------------
//
// One cache for each release and language. It has pages that name nobody, all their files, and data; at last its list, which
// says that it is complete. Only then the one before goes.

const TAKEN = "taken-";
const LIST = "/taken-list"; // {version, language, address, more, stale}
const FULL = "/taken-full"; // in the complete set: the release for which there was no room
const AT_ONCE = 6; // requests
const RENEWING_AT_ONCE = 2; // nobody waits for it
const TRIES = 3; // while the server is busy
const BUSY = [429, 503];
const REST_S = 5; // if a busy server does not say how long
const MOST_REST_S = 20;
const TOO_LONG_MS = 120_000; // for one request
const BEAT_MS = 5000; // a page that hears nothing gives up
const LANGUAGE = /^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/)/; // of an address such as /de/scorecard/

function isFull({ name }) {
  return name === "QuotaExceededError";
}

/** Return the complete cache, or null. */
async function takenCache() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(TAKEN))) {
    const cache = await caches.open(name);
    if (await cache.match(LIST)) return cache;
  }
  return null;
}

async function taken(request) {
  return (await takenCache())?.match(request, { ignoreVary: true });
}

async function takenPage(address) {
  const path = new URL(address).pathname.replace(LANGUAGE, "");
  return SITE.taken.includes(path) ? taken(path) : undefined;
}

/** Rules and tables: what does not change from what was taken along, all else from the network. */
async function data({ request }) {
  const isFixed = new URL(request.url).pathname.startsWith(SITE.values);
  const found = isFixed && (await taken(request));
  return found || fresh(() => fetch(request), () => taken(request));
}

/** Wait as long as a busy server asks for, and not all browsers equally long. */
function rest({ headers }) {
  const seconds = Math.min(Number(headers.get("Retry-After")) || REST_S, MOST_REST_S);
  return new Promise((done) => setTimeout(done, 1000 * seconds * (1 + Math.random())));
}

/** Get something that is the same for everybody. */
async function shared(address, tries = TRIES) {
  // A file with a hash in its name is the same wherever it comes from.
  const cache = isFile(new URL(address, location.href)) ? "default" : "no-store";
  const answer = await fetch(address, { credentials: "omit", cache, signal: AbortSignal.timeout?.(TOO_LONG_MS) });
  if (BUSY.includes(answer.status) && tries > 1) {
    await rest(answer);
    return shared(address, tries - 1);
  }
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  // Browsers refuse pages that came by a redirect.
  return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
}

/** Put one address into the cache, unless it is there. Return the address that follows from it, if any. */
async function put(cache, address) {
  const url = new URL(address, location.href);
  const known = await cache.match(url.href, { ignoreVary: true });
  const answer = known || (isFile(url) && (await kept(url.href))) || (await shared(url.href));
  const values = url.pathname.startsWith(SITE.bots) ? (await answer.clone().json()).values : null;
  if (!known) await cache.put(url.href, answer);
  return values?.address;
}

/** Put addresses into the cache, some at once. Return those that follow from them. `isNeeded`: whether none may be missing. */
async function fill(cache, addresses, { done, atOnce, isNeeded = true }) {
  const waiting = [...addresses];
  const more = [];
  const work = async () => {
    while (waiting.length > 0) {
      try {
        more.push(await put(cache, waiting.shift()));
      } catch (error) {
        if (isNeeded || isFull(error)) throw error;
      }
      done();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return more.filter(Boolean);
}

/**
 * Take along what the list at `address` names, and go on with what is there of it. `more`: what else is welcome; `stale`:
 * whether the page has to say again what is; `tell(share)`: how much is there.
 */
async function take({ address, more, stale = false }, tell, atOnce = AT_ONCE) {
  const list = await (await shared(address)).json();
  const name = `${TAKEN}${list.version}-${list.language}`;
  const before = await takenCache();
  const cache = await caches.open(name);
  const isNew = !(await cache.match(LIST));
  try {
    const files = new Set();
    for (const [path, source] of Object.entries(list.pages)) {
      const answer = await shared(source);
      for (const each of await filesOf(answer.clone())) files.add(each);
      await cache.put(path, answer);
    }
    const all = files.size + list.data.length + more.length;
    let count = 0;
    const done = () => tell(Math.min(1, ++count / all));
    const needed = await fill(cache, [...files, ...list.data], { done, atOnce });
    const welcome = await fill(cache, more, { done, atOnce, isNeeded: false }); // some may be of another release, or gone
    await fill(cache, new Set([...needed, ...welcome]), { done, atOnce });
    await cache.put(LIST, Response.json({ version: list.version, language: list.language, address, more, stale }));
    await cache.delete(FULL);
  } catch (error) {
    // Who has an older set gets the rest another time; else nothing stays behind.
    if (isNew && (!before || isFull(error))) await caches.delete(name);
    if (isFull(error)) await before?.put(FULL, new Response(list.version)).catch(() => {});
    throw error;
  }
  const old = (await caches.keys()).filter((each) => each.startsWith(TAKEN) && each !== name);
  await Promise.all(old.map((each) => caches.delete(each)));
}

let taking = Promise.resolve(); // one after the other

async function takeFor(message, port) {
  let share = 0;
  const tell = (now = share) => port.postMessage({ share: (share = now) });
  const beat = setInterval(tell, BEAT_MS); // one large file may take long
  const result = taking.then(() => take(message, tell));
  taking = result.catch(() => {});
  const end = await result.then(() => "taken", (error) => (isFull(error) ? "full" : "failed"));
  clearInterval(beat);
  port.postMessage({ end });
}

let isRenewed = false;

/** Take along what the newest release has, if somebody took an older one. */
async function renew() {
  if (isRenewed) return;
  isRenewed = true;
  const list = await (await taken(LIST))?.json();
  if (!list || list.version === SITE.version || (await (await taken(FULL))?.text()) === SITE.version) return;
  // Files of the older release are welcome no more; the page names the new ones when it is next opened.
  const more = list.more.filter((address) => !isFile(new URL(address, location.href)));
  taking = taking.then(() => take({ ...list, more, stale: true }, () => {}, RENEWING_AT_ONCE)).catch(() => {
    isRenewed = false; // without a connection, or without room: what is there stays
  });
  await taking;
}

// --- Notifications --------------------------------------------------------------------------------

async function show({ title, body, path, tag, language }) {
  await self.registration.showNotification(title, { body, tag, lang: language, icon: SITE.icon, badge: SITE.badge, renotify: true, data: { path } });
  await self.navigator.setAppBadge?.().catch(() => {}); // only an installed site has a badge
}

/** Show the page of a notification: in the tab that has it, else in a new one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find(({ url }) => new URL(url).pathname === path);
  if (shown) return shown.focus();
  return self.clients.openWindow(path);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (request.mode === "navigate") {
    const answer = page(event);
    event.respondWith(answer);
    event.waitUntil(answer.then(renew, () => {}));
  } else if (isFile(url)) event.respondWith(file(event));
  else if (url.origin === location.origin && SITE.data.some((folder) => url.pathname.startsWith(folder))) event.respondWith(data(event));
});
self.addEventListener("message", (event) => {
  if (event.data?.type === "take") event.waitUntil(takeFor(event.data, event.ports[0]));
});
