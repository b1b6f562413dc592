// The page without a connection: it tries again by itself, and has five dice to pass the time.

import { gettext, interpolate, ngettext } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { hold, isOver, newGame, roll } from "./five-alike.js";
import { taken } from "./taken.js";

const FIRST_MS = 2000;
const LONGEST_MS = 30_000;
const SERVER_FAILED = [502, 504];
const BEST = "five-alike-best";

const place = (id) => document.getElementById(id);

// --- Trying again ---------------------------------------------------------------------------------

const words = place("retrying").textContent; // the same in each pause
let pause = FIRST_MS;
let timer;

function say() {
  place("reason").textContent = navigator.onLine
    ? interpolate(gettext("%(site)s isn’t answering."), { site: siteName })
    : gettext("You are offline.");
}

async function isBack() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(LONGEST_MS) });
    return !SERVER_FAILED.includes(answer.status);
  } catch {
    return false;
  }
}

async function tryAgain() {
  clearTimeout(timer);
  place("retrying").textContent = gettext("Trying…");
  if (await isBack()) {
    location.reload();
    return;
  }
  say();
  // Random, so that not all pages come back at the same moment after the server was away.
  const wait = pause * (0.75 + Math.random() / 2);
  pause = Math.min(pause * 1.5, LONGEST_MS);
  place("retrying").textContent = words;
  timer = setTimeout(tryAgain, wait);
}

// --- Five alike -----------------------------------------------------------------------------------

const question = place("status").textContent;
let game = newGame();

function best() {
  try {
    return Number(localStorage.getItem(BEST)) || null;
  } catch {
    return null; // storage may be disabled
  }
}

function noteBest(rolls) {
  if (best() !== null && best() <= rolls) return;
  try {
    localStorage.setItem(BEST, rolls);
  } catch {
    return;
  }
}

function status() {
  if (isOver(game)) return interpolate(ngettext("Five of a kind in %(count)s roll!", "Five of a kind in %(count)s rolls!", game.rolls), { count: game.rolls });
  if (game.rolls === 0) return question;
  return interpolate(ngettext("%(count)s roll. Tap the dice to hold.", "%(count)s rolls. Tap the dice to hold.", game.rolls), { count: game.rolls });
}

function draw() {
  for (const [at, die] of [...place("dice").children].entries()) {
    const face = game.faces[at];
    const isHeld = game.held[at];
    die.querySelector("use").setAttribute("href", `#die-${face}`);
    die.setAttribute("aria-pressed", isHeld);
    die.disabled = game.rolls === 0 || isOver(game);
    const words = isHeld ? gettext("Die %(position)s: %(value)s, held") : gettext("Die %(position)s: %(value)s");
    die.setAttribute("aria-label", interpolate(words, { position: at + 1, value: face }));
  }
  place("status").textContent = status();
  place("roll").textContent = isOver(game) ? gettext("Play again") : gettext("Roll the dice");
  const record = best();
  place("best").textContent = record === null ? "" : interpolate(gettext("Your best: %(count)s"), { count: record });
}

function turn() {
  if (isOver(game)) game = newGame();
  else {
    const before = game;
    game = roll(game);
    if (isOver(game)) noteBest(game.rolls);
    for (const [at, die] of [...place("dice").children].entries()) {
      if (before.held[at]) continue;
      const { motion } = document.documentElement.dataset;
      if (motion !== "none") die.animate([{ transform: "rotate(-80deg) scale(0.7)" }, { transform: "none" }], { duration: 260, delay: at * 35, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)", fill: "backwards" });
    }
  }
  draw();
}

/** Show the way to what was taken along, if it is complete. */
async function showTaken() {
  const [list] = await taken();
  place("taken").hidden = list === null;
}

for (const [at, die] of [...place("dice").children].entries()) {
  die.addEventListener("click", () => {
    game = hold(game, at);
    draw();
  });
}
place("roll").addEventListener("click", turn);
place("retry").addEventListener("click", () => {
  pause = FIRST_MS;
  tryAgain();
});
addEventListener("online", tryAgain);
addEventListener("offline", say);
draw();
say();
showTaken().catch(() => {}); // storage may be disabled
timer = setTimeout(tryAgain, FIRST_MS);
