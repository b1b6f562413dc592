// The service worker of the site: files from its cache, a page for visitors without a connection, and notifications.
// A classic script that the server sends as /sw.js (games/site/front/app/views.py), after a line with SITE = {version, offline,
// files, icon, badge}. docs/browser.md explains what it keeps, and what it never keeps.

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
  return (await caches.open(CACHE)).match(request, { ignoreVary: true });
}

async function file(event) {
  const found = await kept(event.request);
  if (found) return found;
  const response = await fetch(event.request);
  event.waitUntil(keep(event.request, response.clone()));
  return response;
}

/** Return the page from the network. Never keep it, because it is somebody's own, or changes. */
async function page(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!GATEWAY_FAILED.includes(response.status)) return response;
    return (await kept(SITE.offline)) ?? response;
  } catch (error) {
    const found = await kept(SITE.offline);
    if (found) return found;
    throw error;
  }
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
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (isFile(new URL(request.url))) event.respondWith(file(event));
});
