// What js/ui/first-paint.js needs of a browser, for tests without one.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../../../static/js/ui/first-paint.js", import.meta.url), "utf8");

class Root extends EventTarget {
  dataset = {};
  attributes = new Set();

  toggleAttribute(name, on) {
    if (on) this.attributes.add(name);
    else this.attributes.delete(name);
  }
}

/** The storage that the tabs of one browser share. `blocked`: every access fails. */
export class Storage {
  items = new Map();
  tabs = [];

  constructor(items = {}, blocked = false) {
    for (const [key, value] of Object.entries(items)) this.items.set(key, JSON.stringify(value));
    this.blocked = blocked;
  }

  for(tab) {
    const check = () => {
      if (this.blocked) throw new Error("storage is disabled");
    };
    return {
      getItem: (key) => (check(), this.items.get(key) ?? null),
      setItem: (key, text) => {
        check();
        this.items.set(key, text);
        for (const other of this.tabs) if (other !== tab) other.storageChanged(key);
      },
    };
  }

  value(key) {
    return JSON.parse(this.items.get(key) ?? "null");
  }
}

/** A page that has run the script. `dataset`: what the server wrote into <html>. */
export class Tab {
  constructor(storage, { dataset = {}, reduced = false, cookies = "" } = {}) {
    this.root = new Root();
    Object.assign(this.root.dataset, dataset);
    this.events = new EventTarget();
    const document = new EventTarget();
    document.documentElement = this.root;
    // `cookies`: those that the page can read; null if the browser blocks them.
    this.cookies = cookies;
    Object.defineProperty(document, "cookie", {
      get: () => this.cookies ?? "",
      set: (text) => {
        if (this.cookies !== null) this.cookies = text.includes("max-age=0") ? "" : text.split(";")[0];
      },
    });
    const matchMedia = (query) => Object.assign(new EventTarget(), { matches: query.includes("motion") && reduced });
    storage.tabs.push(this);
    vm.runInNewContext(SCRIPT, {
      document,
      matchMedia,
      localStorage: storage.for(this),
      addEventListener: (name, listener) => this.events.addEventListener(name, listener),
      CustomEvent,
    });
  }

  storageChanged(key) {
    this.events.dispatchEvent(Object.assign(new Event("storage"), { key }));
  }

  change(changes) {
    this.root.dispatchEvent(new CustomEvent("setting", { detail: changes }));
  }

  sent(sent, version) {
    this.root.dispatchEvent(new CustomEvent("settings-sent", { detail: { sent, version } }));
  }

  get settings() {
    return JSON.parse(this.root.dataset.settings);
  }

  get unsent() {
    return JSON.parse(this.root.dataset.unsent);
  }
}
