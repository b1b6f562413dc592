// Takes the page along, for times without a network: the service worker stores it, with all that it needs.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { forgetTaken, taken } from "../app/taken.js";
import { gettext, interpolate, language } from "../language/language.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { cards } from "../ui/avatar.js";
import { dataOf, games, shown } from "./data.js";
import { askToKeep } from "./marker.js";
import { newestWorker, stateOf, takenBy } from "./taking.js";
import { sizeWords } from "./words.js";

const MARK = "offline-taken"; // that this device has taken the page along
const REST_BYTES = 150_000; // about what this page has not loaded: the scorecard, rules, late modules
const root = document.documentElement;

/** "unknown", "absent", "lost" (the browser has thrown it away), "old", "taking", "taken", "full" or "failed". */
const state = signal("unknown");
const share = signal(0);

function marked(value) {
  try {
    if (value === undefined) return localStorage.getItem(MARK) !== null;
    if (value) localStorage.setItem(MARK, "yes");
    else localStorage.removeItem(MARK);
  } catch {} // storage may be forbidden
  return false;
}

async function look() {
  if (!("serviceWorker" in navigator && "caches" in globalThis)) return;
  // Before that nobody knows how much the page is.
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  const [found, full] = await taken().catch(() => [null, null]);
  if (state.value === "taking") return;
  const { version } = root.dataset;
  state.value = stateOf(found, { version, language, full, isMarked: marked(), isOnline: navigator.onLine });
  // Somebody who took it along gets what is new without asking.
  if (state.value === "old") take();
}

/** Return the files that this page has loaded, and those of house rules: the list of the server cannot name them. */
function more() {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ origin }) => origin === location.origin);
  const files = loaded.map(({ pathname }) => pathname);
  const faces = Object.values(cards).map(({ face }) => face.split("#")[0]);
  return [...new Set([...files, ...faces, ...games.flatMap(({ id }) => dataOf(id))])];
}

function bytesLoaded() {
  return performance.getEntriesByType("resource").reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

async function take() {
  state.value = "taking";
  share.value = 0;
  askToKeep();
  try {
    const worker = newestWorker(navigator.serviceWorker, root.dataset.worker);
    state.value = await takenBy(worker, { address: shown.taken, more: more() }, (done) => (share.value = done));
    if (state.value === "taken") marked(true);
  } catch (error) {
    console.error(error);
    state.value = "failed";
  }
}

async function drop() {
  marked(false);
  await forgetTaken();
  state.value = "absent";
}

function said() {
  switch (state.value) {
    case "lost":
      return gettext("This browser has thrown away what you took along.");
    case "full":
      return gettext("There is no room for it on this device.");
    case "failed":
      return gettext("That did not work. Please try again later.");
    default:
      return gettext("Then these games and the scorecard for real dice open without a network, too.");
  }
}

export function TakeAlong() {
  useEffect(() => {
    look();
    addEventListener("online", look);
    return () => removeEventListener("online", look);
  }, []);
  if (state.value === "unknown") return null;
  if (state.value === "taken") {
    return html`<p class="notice offline-taken" role="status"><${Icon} name="check" /><span>${gettext("On this device: it opens without a network.")}</span> <button type="button" class="button small quiet" onClick=${drop}>${gettext("Remove")}</button></p>`;
  }
  if (["taking", "old"].includes(state.value)) {
    return html`<p class="notice" role="status">${gettext("Taking it along…")} <progress value=${share.value} aria-label=${gettext("Taking it along…")}></progress></p>`;
  }
  const size = sizeWords(shown.bytes + bytesLoaded() + REST_BYTES, language);
  return html`
    <section class="panel offline-take" aria-labelledby="take-title">
      <h2 class="panel-title" id="take-title">${gettext("No network soon?")}</h2>
      <p>${said()}</p>
      <p><button type="button" class="button" onClick=${take}>${interpolate(gettext("Take along (%(size)s)"), { size })}</button></p>
    </section>
  `;
}
