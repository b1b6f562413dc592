// What somebody takes along: complete or not at all, and the set before it until then.

import assert from "node:assert/strict";
import test from "node:test";

import { World } from "./worker-world.mjs";

const GAMES = "/offline-games/";
const SCRIPT = "/static/bundles/games.ba9876543210.js";
const WORKER = "/static/bundles/dice-worker.ba9876543211.js";
const FONT = "/static/fonts/greek.ba9876543212.woff2";
const VALUES = "/values/yacht-01.bin";

/** What the server sends: the list of a release in a language, and what is in it. */
function network(version, language = "en") {
  const pages = { [GAMES]: `/${language}${GAMES}`, "/scorecard/": `/${language}/scorecard/` };
  return {
    "/app/offline/en/": [200, "offline"],
    [`/taken/${language}/`]: [200, JSON.stringify({ version, language, pages, data: ["/rules/yacht/", "/bots/yacht/"] })],
    [pages[GAMES]]: [200, `<html lang="${language}" data-dice-worker="${WORKER}"><script src="${SCRIPT}"></script> ${version}`],
    [pages["/scorecard/"]]: [200, `scorecard ${version} ${language}`],
    "/bots/yacht/": [200, JSON.stringify({ values: { address: VALUES } })],
  };
}

async function visited(options = {}) {
  const world = new World({ network: network("v1"), ...options });
  await world.send("install");
  await world.send("activate");
  return world;
}

/** Take along; return how it ended. */
async function take(world, language = "en", more = []) {
  const told = [];
  const port = { postMessage: (message) => told.push(message) };
  await world.send("message", { data: { type: "take", address: `/taken/${language}/`, more }, ports: [port] });
  return told.at(-1).end;
}

const opened = async (world, path) => (await world.get(path, { mode: "navigate" })).text();
const sets = (world) => [...world.caches.keys()].filter((name) => name.startsWith("taken-"));

test("pages, their files, rules and values are there without a network", async () => {
  const world = await visited();
  assert.equal(await take(world, "en", [FONT]), "taken");
  world.network = null;
  assert.match(await opened(world, GAMES), /lang="en"/);
  assert.match(await opened(world, "/de/offline-games/?rules=yacht"), /lang="en"/);
  assert.equal(await opened(world, "/scorecard/"), "scorecard v1 en");
  assert.equal(await opened(world, "/"), "offline");
  for (const path of [SCRIPT, WORKER, FONT, VALUES, "/rules/yacht/"]) assert.equal(await (await world.get(path)).text(), `text of ${path}`);
});

test("nothing of it is asked for with cookies", async () => {
  const world = await visited();
  world.fetched = [];
  await take(world);
  assert.deepEqual(world.fetched.filter((path) => !world.withoutCookies.includes(path)), []);
});

test("with a network the pages and rules come from it, and the values do not", async () => {
  const world = await visited();
  await take(world);
  world.network = { ...network("v1"), [GAMES]: [200, "mine"], "/rules/yacht/": [200, "newest"], [VALUES]: [500, ""] };
  assert.equal(await opened(world, GAMES), "mine");
  assert.equal(await (await world.get("/rules/yacht/")).text(), "newest");
  assert.equal((await world.get(VALUES)).status, 200);
});

test("pages, lists, rules and values come past the browser's own cache", async () => {
  const world = await visited();
  world.uncached = [];
  await take(world, "en", [FONT]);
  for (const path of ["/taken/en/", "/en/offline-games/", "/rules/yacht/", "/bots/yacht/", VALUES]) assert.ok(world.uncached.includes(path), path);
});

test("another language takes the place of the first", async () => {
  const world = await visited();
  await take(world);
  world.network = { ...world.network, ...network("v1", "pl") };
  assert.equal(await take(world, "pl"), "taken");
  assert.deepEqual(sets(world), ["taken-v1-pl"]);
  world.network = null;
  assert.match(await opened(world, GAMES), /lang="pl"/);
});

test("after an update the old set stays until the new one is complete", async () => {
  const world = await visited();
  await take(world);
  world.network = { ...network("v2"), "/rules/yacht/": [503, "busy"] };
  world.start("v2");
  await world.send("install");
  await world.send("activate");
  await opened(world, "/");
  assert.ok(sets(world).includes("taken-v1-en"));
  const known = world.network;
  world.network = null;
  assert.match(await opened(world, GAMES), / v1$/);
  assert.equal(await (await world.get(SCRIPT)).text(), `text of ${SCRIPT}`);
  world.network = { ...known, "/rules/yacht/": [200, "rules"] };
  await opened(world, "/");
  assert.deepEqual(sets(world), ["taken-v2-en"]);
  world.network = null;
  assert.match(await opened(world, GAMES), / v2$/);
});

test("what is not complete is not kept, and what is only welcome may be missing", async () => {
  const world = await visited();
  world.network = { ...network("v1"), [SCRIPT]: [404, ""] };
  assert.equal(await take(world), "failed");
  assert.deepEqual(sets(world), []);
  const gone = Array.from({ length: 20 }, (_, at) => `/static/gone-${at}.ba9876543212.js`);
  world.network = { ...network("v1"), ...Object.fromEntries(gone.map((path) => [path, [404, ""]])) };
  assert.equal(await take(world, "en", [...gone, FONT]), "taken");
  assert.ok(world.keptPaths().includes(FONT));
});

test("a full storage is told", async () => {
  const world = await visited();
  world.room = 0;
  assert.equal(await take(world), "full");
  assert.deepEqual(sets(world), []);
});

/** A browser with a set of the first release, which gets a worker of the second. */
async function renewing(more = []) {
  const world = await visited();
  await take(world, "en", more);
  world.network = network("v2");
  world.start("v2");
  await world.send("install");
  await world.send("activate");
  return world;
}

const busy = (times, status, headers) => () => (times-- > 0 ? [status, "busy", headers] : [200, "rules"]);

for (const status of [429, 503]) {
  test(`a busy server (${status}) is asked again, as late as it says and not by all at once`, async () => {
    const world = await visited();
    world.network["/rules/yacht/"] = busy(2, status, { "Retry-After": "7" });
    assert.equal(await take(world), "taken");
    assert.equal(world.waits.length, 2);
    for (const ms of world.waits) assert.ok(ms >= 7000 && ms <= 14_000, `${ms}`);
    world.network = { ...network("v1", "de"), "/rules/yacht/": busy(9, status) };
    assert.equal(await take(world, "de"), "failed");
    assert.equal(world.waits.length, 4);
  });
}

test("a renewal goes on where it stopped", async () => {
  const world = await renewing();
  world.network["/bots/yacht/"] = [500, ""];
  await opened(world, "/");
  assert.ok(world.fetched.includes("/rules/yacht/"));
  world.fetched = [];
  world.network = network("v2");
  await opened(world, "/");
  assert.deepEqual(sets(world), ["taken-v2-en"]);
  for (const path of ["/rules/yacht/", SCRIPT]) assert.ok(!world.fetched.includes(path), path);
});

test("a renewal asks for two things at once", async () => {
  const world = await renewing();
  let [now, most] = [0, 0];
  const { fetch } = world;
  world.fetch = async (...asked) => {
    most = Math.max(most, ++now);
    await new Promise((done) => setTimeout(done, 2));
    now -= 1;
    return fetch.apply(world, asked);
  };
  const data = Array.from({ length: 12 }, (_, at) => `/rules/${at}/`);
  world.network["/taken/en/"] = [200, JSON.stringify({ ...JSON.parse(world.network["/taken/en/"][1]), data })];
  await opened(world, "/");
  assert.deepEqual(sets(world), ["taken-v2-en"]);
  assert.equal(most, 2);
});

test("a release for which there is no room is not fetched again, but the next one is", async () => {
  const world = await renewing();
  const old = world.keptPaths().length;
  world.room = old + 2;
  await opened(world, "/");
  assert.deepEqual(sets(world), ["taken-v1-en"]);
  world.fetched = [];
  world.start("v2");
  await opened(world, "/");
  assert.deepEqual(world.fetched, ["/"]);
  world.room = Infinity;
  world.network = network("v3");
  world.start("v3");
  await world.send("install");
  await world.send("activate");
  await opened(world, "/");
  assert.deepEqual(sets(world), ["taken-v3-en"]);
});

test("after a renewal the page has to say what it needs, and then nothing is fetched twice", async () => {
  const listOf = async (world) => (await world.cache("taken-v2-en").match("/taken-list")).json();
  const gone = "/static/bundles/late.ba9876543219.js";
  const world = await renewing([gone, "/rules/house/"]);
  world.fetched = [];
  await opened(world, "/");
  assert.equal((await listOf(world)).stale, true);
  assert.ok(world.fetched.includes("/rules/house/"));
  assert.ok(!world.cache("taken-v2-en").kept.has(new URL(gone, "https://yacht.example.org").href));
  world.fetched = [];
  assert.equal(await take(world, "en", [FONT]), "taken");
  assert.equal((await listOf(world)).stale, false);
  assert.ok(world.fetched.includes(FONT));
  assert.ok(!world.fetched.includes("/rules/yacht/"));
});

test("who takes nothing along is asked for nothing more", async () => {
  const world = await visited();
  world.start("v2");
  world.fetched = [];
  await opened(world, "/");
  assert.deepEqual(world.fetched, ["/"]);
});
