// The tabs of a game's page. They are links, so the address names the tab and the browser's back button works.
// Without this script the style sheet shows the part that the address names.

import { effect, signal } from "@preact/signals";

import { moveByKey } from "./tab-keys.js";

const links = [...document.querySelectorAll(".game-tabs a")];
const names = links.map((link) => link.hash.slice(1));
const [list] = document.getElementsByClassName("game-tabs");
const page = document.getElementById("game");

/** Return the tab that an address's fragment names: the log for a step, the first one for everything else. */
function tabOf(fragment) {
  const name = /^#e?\d/.test(fragment) ? "log" : fragment.slice(1);
  return names.includes(name) ? name : names[0];
}

export const tab = signal(tabOf(location.hash));

function mark(link) {
  const name = link.hash.slice(1);
  const panel = document.getElementById(name);
  link.setAttribute("role", "tab");
  link.setAttribute("aria-controls", name);
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", link.id);
  effect(() => {
    const isShown = tab.value === name;
    link.setAttribute("aria-selected", String(isShown));
    link.tabIndex = isShown ? 0 : -1;
    panel.classList.toggle("shown", isShown);
  });
}

/** Show the tabs below the top edge, if the page was scrolled beyond them. */
function scrollToTop() {
  const top = page.querySelector(".game-panels").getBoundingClientRect().top - list.offsetHeight;
  if (top < 0) scrollBy(0, top);
}

function onKey(event) {
  const now = links.indexOf(event.target.closest("a"));
  const to = moveByKey(event.key, now, links.length);
  if (now < 0 || to === null) return;
  event.preventDefault();
  event.stopPropagation(); // the same keys step through the game
  links[to].focus();
  links[to].click();
}

/** Show what the address names now. */
function showNamed(follow) {
  const before = tab.value;
  follow(location.hash);
  tab.value = tabOf(location.hash);
  if (tab.value !== before) scrollToTop();
}

/** Return whether a click opens the link elsewhere: in a new tab or window, or as a file. */
function leadsElsewhere(event) {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/** Make the links tabs. `follow(fragment)` is called when the address changes, before the tab is shown. */
export function startTabs(follow) {
  list.setAttribute("role", "tablist");
  list.addEventListener("keydown", onKey);
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || leadsElsewhere(event)) return;
    // Following the link would take the focus from the tab.
    event.preventDefault();
    if (link.hash !== location.hash) history.pushState(null, "", link.hash);
    showNamed(follow);
  });
  links.forEach(mark);
  page.classList.add("tabbed");
  addEventListener("hashchange", () => showNamed(follow));
}
