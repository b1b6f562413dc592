// The rule of a box with examples, in a panel beside its row of the card. Loaded when a player first asks for one. The
// server draws the examples, as on the pages of the rules, because the browser knows no rules.

import { gettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { loadStyle } from "../ui/load-style.js";
import { reading } from "../ui/reading.js";
import { panelPlace } from "./panel-place.js";

const WIDEST = 416; // px
const EDGE = 6; // px to the edges of the window

const loading = new Map(); // promises of lessons, by their address: Map of categories to elements
let open = null; // {panel, name: the button that opened it, stop}

async function loadLessons(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html;part=boxes" } });
  if (!answer.ok) throw new Error(`the rules of boxes: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  return new Map([...parsed.querySelectorAll("[data-box]")].map((each) => [each.dataset.box, each]));
}

async function load(address) {
  if (!loading.has(address)) loading.set(address, Promise.all([loadLessons(address), loadStyle(page.examples)]));
  try {
    const [lessons] = await loading.get(address);
    return lessons;
  } catch (error) {
    loading.delete(address); // the next tap tries again
    throw error;
  }
}

/** Return what the panel may cover. It must not cover the table with the dice, if that is above or below the card. */
function freeSpace(card) {
  const space = { top: EDGE, bottom: innerHeight - EDGE };
  const tray = document.querySelector(".tray, .result")?.getBoundingClientRect();
  if (!tray || tray.left >= card.right || tray.right <= card.left) return space;
  return tray.top > card.top ? { ...space, bottom: Math.min(space.bottom, tray.top - EDGE) } : space;
}

function place({ panel, name }) {
  const row = name.closest("tr").getBoundingClientRect();
  const card = name.closest(".scorecard").getBoundingClientRect();
  const space = freeSpace(card);
  panel.style.width = `${Math.min(WIDEST, card.width - 2 * EDGE)}px`;
  panel.style.maxHeight = `${space.bottom - space.top}px`;
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const { left, top } = panelPlace({ row, card, size, space, turned: reading() < 0 });
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

function close(returns) {
  if (!open) return;
  const { panel, name, stop } = open;
  open = null;
  stop.abort();
  name.setAttribute("aria-expanded", "false");
  if (returns && name.isConnected) name.focus({ preventScroll: true });
  panel.remove();
}

function closeButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button box-rule-close";
  button.setAttribute("aria-label", gettext("Close"));
  button.innerHTML = '<svg class="icon" aria-hidden="true"><use href="#i-close"/></svg>';
  button.addEventListener("click", () => close(true));
  return button;
}

function makePanel(lesson) {
  const panel = document.createElement("div");
  panel.className = "box-rule";
  panel.tabIndex = -1;
  panel.setAttribute("role", "dialog");
  panel.append(...[...lesson.children].map((each) => document.importNode(each, true)), closeButton());
  const title = panel.querySelector("h2");
  title.id = "box-rule-title";
  panel.setAttribute("aria-labelledby", title.id);
  return panel;
}

function listen(panel, name) {
  const stop = new AbortController();
  const { signal } = stop;
  panel.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close(true);
    },
    { signal },
  );
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!panel.contains(event.target) && !name.contains(event.target)) close(false);
    },
    { signal },
  );
  const follow = () => (name.isConnected ? place({ panel, name }) : close(false));
  addEventListener("scroll", follow, { signal, passive: true, capture: true });
  addEventListener("resize", follow, { signal });
  return stop;
}

/**
 * Show the rule of `category` beside `name`, the button with its name, or close it if it is shown. `address`: of the
 * lessons. `switches`: the rules that were chosen, [{id, value}].
 */
export async function showBoxRule(category, name, { address, switches }) {
  const query = new URLSearchParams(switches.map(({ id, value }) => [id, value]));
  const lessons = await load(`${address}?${query}`);
  const isShown = open?.name === name;
  close(isShown);
  const lesson = lessons.get(category);
  if (isShown || !lesson || !name.isConnected) return;
  const panel = makePanel(lesson);
  document.body.append(panel);
  open = { panel, name, stop: listen(panel, name) };
  name.setAttribute("aria-expanded", "true");
  place(open);
  panel.focus({ preventScroll: true });
}
