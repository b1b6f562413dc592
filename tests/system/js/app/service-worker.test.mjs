import assert from "node:assert/strict";
import test from "node:test";

import { World } from "./worker-world.mjs";

const CSS = "/static/css/base.0123456789ab.css";
const SCRIPT = "/static/bundles/home-main.ba9876543210.js";
const OFFLINE = "/app/offline/en/";
const PAGE = `<link href="${CSS}"><script src="${SCRIPT}"></script><a href="/daily/">Daily</a><use href="#i-yacht"/>`;
const NETWORK = { [OFFLINE]: [200, PAGE] };

async function installed(options = {}) {
  const world = new World({ network: NETWORK, ...options });
  await world.send("install");
  await world.send("activate");
  return world;
}

async function text(response) {
  return (await response).text();
}

test("it keeps the page for visitors without a connection and its files, and nothing else", async () => {
  const world = await installed();
  assert.deepEqual(world.keptPaths(), [OFFLINE, SCRIPT, CSS].sort());
  assert.deepEqual(world.withoutCookies, [OFFLINE]);
});

test("it has the browser ask for a page while it starts", async () => {
  assert.equal((await installed()).hasPreload, true);
});

test("it answers with a kept file without asking the network", async () => {
  const world = await installed();
  world.fetched = [];
  assert.equal(await text(world.get(CSS)), `text of ${CSS}`);
  assert.deepEqual(world.fetched, []);
});

test("it keeps a file with a hash in its name when it is first asked for", async () => {
  const world = await installed();
  const font = "/static/fonts/figtree-latin.aaaaaaaaaaaa.woff2";
  await world.get(font);
  await world.get(font);
  assert.equal(world.fetched.filter((path) => path === font).length, 1);
});

test("it neither touches nor keeps anything but files with a hash in their names", async () => {
  const world = await installed();
  const kept = world.keptPaths();
  const others = ["/api/v1/variants", "/g/abcdefgh.json", "/ws/v1/lobby/", "/static/css/base.css", "/sw.js", "/healthz", "/r/0123456789ab.js", "https://example.com/static/a.0123456789ab.js"];
  for (const path of others) assert.equal(await world.get(path), undefined, path);
  assert.equal(await world.get("/settings/save", { method: "POST", mode: "navigate" }), undefined);
  assert.deepEqual(world.keptPaths(), kept);
});

test("it keeps no page", async () => {
  const world = await installed();
  const kept = world.keptPaths();
  assert.equal(await text(world.get("/@Alice/", { mode: "navigate" })), "text of /@Alice/");
  assert.deepEqual(world.keptPaths(), kept);
});

test("it uses the page that the browser has asked for already", async () => {
  const world = await installed();
  world.fetched = [];
  const preloadResponse = Promise.resolve(new Response("preloaded"));
  assert.equal(await text(world.get("/", { mode: "navigate", preloadResponse })), "preloaded");
  assert.deepEqual(world.fetched, []);
});

test("it shows the page for visitors without a connection when the network or the proxy's server is gone", async () => {
  const world = await installed();
  world.network = { "/": [502, "Bad Gateway"], "/rules/": [503, "busy"], "/daily/": [404, "none"] };
  assert.equal(await text(world.get("/", { mode: "navigate" })), PAGE);
  assert.equal(await text(world.get("/rules/", { mode: "navigate" })), "busy");
  assert.equal(await text(world.get("/daily/", { mode: "navigate" })), "none");
  world.network = null;
  assert.equal(await text(world.get("/rules/", { mode: "navigate" })), PAGE);
  const preloadResponse = Promise.reject(new TypeError("Failed to fetch"));
  assert.equal(await text(world.get("/", { mode: "navigate", preloadResponse })), PAGE);
});

test("it keeps no answer that is an error", async () => {
  const world = await installed();
  const gone = "/static/img/gone.0123456789ab.png";
  world.network = { [gone]: [404, "none"] };
  assert.equal((await world.get(gone)).status, 404);
  assert.ok(!world.keptPaths().includes(gone));
});

test("it keeps at most 200 files, and never drops the page for visitors without a connection or its files", async () => {
  const world = await installed();
  for (let number = 0; number < 250; number += 1) await world.get(`/static/${String(number).padStart(12, "0")}/x.${String(number).padStart(12, "0")}.js`);
  const kept = world.keptPaths();
  assert.equal(kept.length, 200);
  for (const path of [OFFLINE, CSS, SCRIPT]) assert.ok(kept.includes(path), path);
  assert.ok(kept.some((path) => path.includes("000000000249")));
});

test("it answers from the network when there is no room to keep anything", async () => {
  const world = await installed();
  world.room = 0;
  assert.equal(await text(world.get("/static/a.0123456789ab.js")), "text of /static/a.0123456789ab.js");
});

test("it forgets what an older release kept, and tells the pages that are open", async () => {
  const world = await installed();
  await world.get("/static/old.0123456789ab.js");
  const told = [];
  world.pages = [{ postMessage: (message) => told.push({ ...message }) }];
  world.cache("another-part-of-the-site");
  world.start("v2");
  await world.send("install");
  await world.send("activate");
  assert.deepEqual([...world.caches.keys()].sort(), ["another-part-of-the-site", "files-v2"]);
  assert.deepEqual(told, [{ type: "version", version: "v2" }]);
});

test("it is not installed without the page for visitors without a connection", async () => {
  const world = new World({ network: { [OFFLINE]: [503, "busy"] } });
  await assert.rejects(world.send("install"));
});

// --- Notifications --------------------------------------------------------------------------------

const MESSAGE = { title: "Your turn", body: "Yahtzee with Bob", path: "/r/abc/", tag: "game-x", language: "de" };

function page(path) {
  const shown = { url: `https://yacht.example.org${path}`, isFocused: false, focus: async () => (shown.isFocused = true) };
  return shown;
}

function clicked() {
  const notification = { data: { path: "/r/abc/" }, close: () => (notification.isClosed = true) };
  return notification;
}

test("it shows a message once for each game, and marks the icon", async () => {
  const world = await installed();
  await world.send("push", { data: { json: () => MESSAGE } });
  const [shown] = world.shown;
  assert.equal(shown.title, "Your turn");
  assert.deepEqual([shown.body, shown.tag, shown.lang, shown.icon, shown.badge], ["Yahtzee with Bob", "game-x", "de", "/static/i.png", "/static/b.png"]);
  assert.equal(shown.renotify, true);
  assert.equal(world.badge, true);
});

test("it goes to the tab that has the page, if there is one", async () => {
  const world = await installed();
  world.pages = [page("/rules/"), page("/r/abc/")];
  const notification = clicked();
  await world.send("notificationclick", { notification });
  assert.deepEqual(world.pages.map((each) => each.isFocused), [false, true]);
  assert.deepEqual(world.opened, []);
  assert.equal(notification.isClosed, true);
});

test("it opens the page in a new tab otherwise", async () => {
  const world = await installed();
  world.pages = [page("/rules/")];
  await world.send("notificationclick", { notification: clicked() });
  assert.equal(world.pages[0].isFocused, false);
  assert.deepEqual(world.opened, ["/r/abc/"]);
});
