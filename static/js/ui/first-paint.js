// Settings that change how a page looks. A classic script in <head>, because it must run before the first paint. Only this
// script reads and writes the stored settings: {name: value}, only those that a player chose. js/settings/settings.js
// tells it of changes by the event "setting"; it answers by "settings".
(() => {
  const KEY = "settings";
  const SENT = "settings-sent"; // {account, version, unsent}: what the account's server does not have yet
  const LOOKS = ["diceLook", "feltLook", "pips"];
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const account = root.dataset.account ?? "";
  let settings = {};
  let version = 0; // of the account's settings in this browser
  let unsent = [];

  function parse(text) {
    try {
      const value = JSON.parse(text);
      return value !== null && typeof value === "object" ? value : {};
    } catch {
      return {}; // nothing, or not written by this page
    }
  }

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage may be disabled: a choice lasts for this page
    }
  }

  function store(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {} // as above
  }

  function read() {
    const text = stored(KEY);
    if (text !== null) settings = parse(text);
    const known = parse(stored(SENT));
    if (known.account === account) ({ version, unsent } = known);
  }

  // The account's settings win, except over unsent changes, and in an old page from the cache. An account without settings
  // takes over those of this browser.
  function readAccount() {
    if (!account) return;
    const { version: theirs = 0, ...values } = parse(root.dataset.preferences);
    if (theirs < version) return;
    if (theirs === 0) unsent = Object.keys(settings);
    else settings = { ...values, ...Object.fromEntries(unsent.map((name) => [name, settings[name]])) };
    version = theirs;
    save();
  }

  function save() {
    store(KEY, settings);
    if (account) store(SENT, { account, version, unsent });
  }

  function apply() {
    const { theme } = settings;
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const name of LOOKS) {
      if (settings[name]) root.dataset[name] = settings[name];
      else delete root.dataset[name];
    }
    root.dataset.motion = settings.motion ?? (reduced.matches ? "none" : "full");
    root.dataset.settings = JSON.stringify(settings);
    root.dataset.unsent = JSON.stringify(unsent);
  }

  function tell() {
    apply();
    root.dispatchEvent(new CustomEvent("settings"));
  }

  function change(changes) {
    read(); // another tab may have changed other settings
    settings = { ...settings, ...changes };
    if (account) unsent = [...new Set([...unsent, ...Object.keys(changes)])];
    save();
    tell();
  }

  /** The server has stored `sent` as `version`. What has changed since stays unsent. */
  function markSent({ sent, version: now }) {
    read();
    version = Math.max(version, now);
    unsent = unsent.filter((name) => !(name in sent) || sent[name] !== settings[name]);
    save();
    tell();
  }

  function toggleTheme() {
    const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    change({ theme: now === "dark" ? "light" : "dark" });
  }

  /** Whether the browser keeps cookies. Chromium calls blocked ones enabled, so try. */
  function keepsCookies() {
    if (document.cookie) return true;
    document.cookie = "kept=1; SameSite=Lax";
    const kept = document.cookie !== "";
    document.cookie = "kept=; SameSite=Lax; max-age=0";
    return kept;
  }

  /** A browser may restore this page after its player has signed out: then load it again. The token
   * changes with who is signed in. */
  function reloadForOthers() {
    const token = () => /csrftoken=[^;]*/.exec(document.cookie)?.[0];
    const mine = token();
    addEventListener("pageshow", (event) => {
      if (!event.persisted || token() === mine) return;
      root.hidden = true;
      location.reload();
    });
  }

  /** Say it on the page if a script of ours does not load: a network or a blocker may have stopped it. */
  function watchScripts() {
    const say = () => (root.dataset.stopped = "");
    addEventListener("error", ({ target }) => target.nodeName === "SCRIPT" && target.src.startsWith(origin) && say(), true);
    // All browsers say "import" or "imported module". Offline, the page says that.
    addEventListener("unhandledrejection", ({ reason }) => navigator.onLine && /\bimport/i.test(reason?.message) && say());
  }

  /** Load how pages look on paper, last: nobody prints a page before they have seen it. */
  function loadPrint() {
    const { print: href } = root.dataset;
    if (!href) return; // a TV is not printed
    const load = () => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", media: "print", href }));
    addEventListener("load", () => setTimeout(load, 3000));
  }

  /** Load the code of the installed site (js/app/main.js), when nothing else needs the network. */
  function loadApp() {
    const { app } = root.dataset;
    const serviceWorker = app && navigator.serviceWorker;
    if (!serviceWorker) return;
    const load = () => import(app).catch(() => {}); // the next page tries again
    addEventListener("load", () => setTimeout(load, serviceWorker.controller ? 1000 : 6000));
    // It comes at any time; js/app/install.js uses it when a game is over.
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      globalThis.installEvent = event;
    });
  }

  /** Send the same once a second; the server sees to the rest. */
  function sendOnce() {
    let sent;
    addEventListener("submit", (event) => {
      const { target, submitter } = event;
      if (event.defaultPrevented || target.method !== "post") return;
      const now = target.action + submitter?.outerHTML + new URLSearchParams(new FormData(target));
      if (now === sent) event.preventDefault();
      sent = now;
      setTimeout(() => (sent = ""), 1000);
    });
  }

  /** Let the link to the form about texts carry what is selected. A click ends the selection: this comes before. */
  function carrySelection({ target }) {
    const link = target.closest("[data-wording]");
    if (link) link.hash = encodeURIComponent(String(getSelection()).trim().slice(0, 150).replace(/[\ud800-\udbff]$/, ""));
  }

  read();
  readAccount();
  apply();
  watchScripts();
  loadPrint();
  loadApp();
  reloadForOthers();
  sendOnce();
  root.toggleAttribute("data-no-cookies", !keepsCookies());
  root.addEventListener("setting", (event) => change(event.detail));
  root.addEventListener("settings-sent", (event) => markSent(event.detail));
  reduced.addEventListener("change", tell);
  addEventListener("storage", (event) => {
    if (event.key !== KEY && event.key !== SENT) return;
    read();
    tell();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) toggleTheme();
    // A click elsewhere closes an open menu.
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("pointerdown", carrySelection);
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
