// What the service worker needs of a browser, for tests without one: caches, a network, pages.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../../../static/js/app/service-worker.js", import.meta.url), "utf8");
export const ORIGIN = "https://yacht.example.org";

class Cache {
  kept = new Map();

  constructor(world) {
    this.world = world;
  }

  key(request) {
    return new URL(request.url ?? request, ORIGIN).href;
  }

  async put(request, response) {
    const count = [...this.world.caches.values()].reduce((sum, { kept }) => sum + kept.size, 0);
    if (count >= this.world.room && !this.kept.has(this.key(request))) throw new DOMException("full", "QuotaExceededError");
    this.kept.set(this.key(request), response);
  }

  async match(request) {
    return this.kept.get(this.key(request))?.clone();
  }

  async addAll(addresses) {
    for (const address of addresses) await this.put(address, await this.world.fetch({ url: address }));
  }

  async keys() {
    return [...this.kept.keys()].map((url) => ({ url }));
  }

  async delete(request) {
    return this.kept.delete(this.key(request));
  }
}

/** A browser with one service worker. `network`: {path: [status, text]}; null: no connection. */
export class World {
  caches = new Map();
  fetched = [];
  withoutCookies = [];
  shown = [];
  pages = [];
  opened = [];
  waits = []; // for a busy server, in ms
  uncached = []; // what was asked for past the browser's own cache
  room = Infinity; // entries of all caches

  constructor({ network = {}, version = "v1", files = ["/static/", "/language/"] } = {}) {
    this.network = network;
    this.start(version, files);
  }

  /** Run the worker of a release; the caches stay. */
  start(version, files = ["/static/", "/language/"]) {
    this.handlers = {};
    const scope = {
      addEventListener: (name, handler) => (this.handlers[name] = handler),
      skipWaiting: async () => {},
      registration: {
        navigationPreload: { enable: async () => (this.hasPreload = true) },
        showNotification: async (title, options) => this.shown.push({ title, ...options }),
      },
      clients: {
        claim: async () => {},
        matchAll: async () => this.pages,
        openWindow: async (address) => this.opened.push(address),
      },
      navigator: { setAppBadge: async () => (this.badge = true), clearAppBadge: async () => (this.badge = false) },
    };
    const taken = { taken: ["/offline-games/", "/scorecard/"], data: ["/rules/", "/bots/", "/values/"], bots: "/bots/", values: "/values/" };
    vm.runInNewContext(`const SITE = ${JSON.stringify({ version, offline: "/app/offline/en/", files, icon: "/static/i.png", badge: "/static/b.png", ...taken })};\n${SCRIPT}`, {
      self: scope,
      caches: {
        open: async (name) => this.cache(name),
        keys: async () => [...this.caches.keys()],
        delete: async (name) => this.caches.delete(name),
      },
      fetch: (request, options) => this.fetch(request, options),
      location: new URL(`${ORIGIN}/sw.js`),
      URL,
      setTimeout: (done, ms) => {
        this.waits.push(ms);
        queueMicrotask(done);
      },
      setInterval: () => 0,
      clearInterval: () => {},
      AbortSignal,
      Set,
      Promise,
      Response,
    });
  }

  cache(name) {
    if (!this.caches.has(name)) this.caches.set(name, new Cache(this));
    return this.caches.get(name);
  }

  async fetch(request, { credentials = "same-origin", cache = "default" } = {}) {
    const url = new URL(request.url ?? request, ORIGIN);
    this.fetched.push(url.pathname);
    if (credentials === "omit") this.withoutCookies.push(url.pathname);
    if (cache === "no-store") this.uncached.push(url.pathname);
    if (this.network === null) throw new TypeError("Failed to fetch");
    const known = this.network[url.pathname];
    const [status, text, headers = {}] = (typeof known === "function" ? known() : known) ?? [200, `text of ${url.pathname}`];
    const response = new Response(text, { status, headers });
    Object.defineProperty(response, "type", { value: "basic" });
    const { clone } = response;
    response.clone = () => Object.defineProperty(clone.call(response), "type", { value: "basic" });
    return response;
  }

  /** Send the worker an event, and wait until it is done; return what it answers, or undefined. */
  async send(name, event = {}) {
    const waits = [];
    let answer;
    this.handlers[name]({
      ...event,
      waitUntil: (promise) => waits.push(promise),
      respondWith: (promise) => (answer = promise),
    });
    const response = await answer;
    await Promise.all(waits);
    return response;
  }

  /** A page or one of its files is asked for. */
  get(path, { mode = "no-cors", method = "GET", preloadResponse } = {}) {
    return this.send("fetch", { request: { url: new URL(path, ORIGIN).href, mode, method }, preloadResponse });
  }

  keptPaths() {
    return [...this.caches.values()].flatMap((cache) => [...cache.kept.keys()].map((href) => new URL(href).pathname)).sort();
  }
}
