// Says on a live page that the browser is somebody else's by now: another tab or device may sign in or out. Loaded some
// seconds after the page.

import { effect, signal } from "@preact/signals";
import { render } from "preact";

import { gettext, interpolate } from "../language/language.js";
import { csrfToken, hasSessionChanged, noteSession } from "../net/csrf.js";
import { html } from "./html.js";

const LOOK_MS = 1000;

const changed = signal(null); // {player, name} of the visitor by now, and whether that was `here`, in this browser
let mine = Number(document.documentElement.dataset.player) || null; // whose page it is
let isAsking = false;

/** Note whom the server takes the visitor for. Somebody without a name may become anybody, by this page or another. */
function take({ player, name }) {
  const here = hasSessionChanged();
  if (player !== null && (mine === null || !here)) mine = player;
  changed.value = player === mine ? null : { player, name, here };
  if (isAsking && player === mine) noteSession();
  isAsking = false;
}

function SignedOut({ here }) {
  const way = `/sign-in/?next=${encodeURIComponent(location.pathname)}`;
  return html`<p>${here ? gettext("You signed in or out in another tab.") : gettext("You were signed out, perhaps on another device.")} ${gettext("Sign in to go on here.")}</p><a class="button small" href=${way}>${gettext("Sign in")}</a>`;
}

function Another({ name }) {
  const words = interpolate(gettext("You are %(name)s here now."), { name });
  return html`<p>${words} ${gettext("This page is still the one from before.")}</p><button type="button" class="button small" onClick=${() => location.reload()}>${interpolate(gettext("Go on as %(name)s"), { name })}</button>`;
}

function Note() {
  if (changed.value === null) return null;
  const { player, name, here } = changed.value;
  return html`<div class="notice warn no-connection visitor" role="alert">${player === null ? html`<${SignedOut} here=${here} />` : html`<${Another} name=${name} />`}</div>`;
}

/** `who` returns {player, name} as the server said last, null before that. `ask` asks it, by a new connection. */
export function watchVisitor(who, ask) {
  const place = document.createElement("div");
  document.getElementById("main").prepend(place);
  render(html`<${Note} />`, place);
  let last = null;
  effect(() => {
    const now = who();
    if (!now || now === last) return;
    last = now;
    take(now);
  });
  let seen = null;
  setInterval(() => {
    if (csrfToken() === seen) return;
    seen = csrfToken();
    if (!hasSessionChanged()) return;
    isAsking = true;
    ask();
  }, LOOK_MS);
}
