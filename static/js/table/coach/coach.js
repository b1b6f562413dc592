// The coach of a player's first game: Pip says in words what to do next, and why, in place of the line above the dice. The
// advice comes from the server's hints; the browser knows no rules. Loaded only in the room of a first game.

import { computed, effect, signal } from "@preact/signals";

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { motion } from "../../settings/settings.js";
import { Face } from "../../ui/bots.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { announce } from "../../ui/live-region.js";
import { loadStyle } from "../../ui/load-style.js";
import { askHint, mayHint } from "../moves/commands.js";
import { atRest } from "../state/dice-motion.js";
import { choice, chosen, held, hint, isRevealing, moment, mySeat, myTurn, pending, sheet, view } from "../state/state.js";
import { GUIDED_TURNS, hintedWords, lessonWords, stepOf } from "./lesson.js";

const COACH = "pip";
const SPEAK_MS = 250; // words that disappear sooner are not announced
const SILENT = new Set(["rolling", "think", "confirm"]); // the table itself announces a chosen box
const MARGIN = 12; // px
const KEY = "lesson"; // {room, state}: of the last first game in this browser

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found.room === page.lesson ? found.state : "guided";
  } catch {
    return "guided"; // storage may be disabled
  }
}

/** "guided"; "free" after the guided turns, with hints only; "over" if the player has closed the coach. */
const state = signal(stored());

function setState(next) {
  state.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify({ room: page.lesson, state: next }));
  } catch {
    return;
  }
}

const current = computed(() => (hint.value?.moment === moment.value && myTurn.value && atRest.value ? hint.value : null));

function present() {
  const game = view.value;
  const seat = game.seats[mySeat.value];
  return {
    mine: myTurn.value,
    turn: seat.turn.number,
    roll: seat.turn.roll,
    dice: seat.turn.dice,
    offers: seat.options,
    atRest: atRest.value,
    pending: pending.value !== null,
    hint: current.value,
    held: held.value,
    chosen: pending.value?.option ?? (choice.value.until === null ? chosen.value : null),
    rounds: game.rounds,
  };
}

const isPlaying = computed(() => view.value?.status === "playing" && mySeat.value !== null && !isRevealing.value);

/** {step, words}: what the coach says now; null if nothing. */
const said = computed(() => {
  if (!isPlaying.value || state.value === "over") return null;
  const now = present();
  if (state.value === "free") return now.hint ? { step: "hint", words: hintedWords(now, sheet.value) } : null;
  const step = stepOf(now);
  return { step, words: lessonWords(step, now, sheet.value) };
});

function askInTime() {
  let asked = "";
  effect(() => {
    const isGuided = isPlaying.value && state.value === "guided" && view.value.seats[mySeat.value].turn.number <= GUIDED_TURNS;
    if (!isGuided || current.value || asked === moment.value || !mayHint()) return;
    asked = moment.value;
    askHint();
  });
}

/** Scroll to the box to score if the table with the dice covers it. */
function showBoxInTime() {
  effect(() => {
    if (said.value?.step !== "score") return;
    requestAnimationFrame(() => {
      const box = document.querySelector("button.offer.hinted")?.getBoundingClientRect();
      const tray = document.querySelector(".tray").getBoundingClientRect();
      const isCovered = box && tray.left < box.right && tray.right > box.left && tray.top < box.bottom;
      if (!isCovered) return;
      scrollBy({ top: box.bottom - tray.top + MARGIN, behavior: motion.value === "none" ? "auto" : "smooth" });
    });
  });
}

/** The guided turns end with the farewell, and the farewell with the next roll. */
function endInTime() {
  effect(() => {
    if (said.value?.step !== "farewell") return;
    if (myTurn.value && view.value.seats[mySeat.value].turn.roll > 0) setState("free");
  });
}

/** Announce words that stay for a moment, and mark what to press. */
function speakInTime() {
  let last = "";
  let timer = 0;
  effect(() => {
    const { step = "", words = [] } = said.value ?? {};
    document.documentElement.dataset.coach = step;
    clearTimeout(timer);
    const text = words.filter(Boolean).join(" ");
    if (!text || SILENT.has(step)) return;
    timer = setTimeout(() => {
      if (text !== last) announce(text);
      last = text;
    }, SPEAK_MS);
  });
}

function Farewell() {
  return html`
    <p class="coach-ways">
      <button type="button" class="button small" onClick=${() => setState("free")}>${gettext("Play on")}</button>
      <a class="button small secondary" href=${page.newRoom} onClick=${() => setState("free")}>${gettext("Play with friends")}</a>
    </p>
  `;
}

/** The coach, in place of the line above the dice. `title` and `rolls`: the heading of that line, and its dots. */
function Coach({ title, rolls }) {
  const { step, words } = said.value;
  const [what, why] = words;
  const close = state.value === "free" ? gettext("Close") : gettext("Skip the tips");
  const onClose = () => {
    if (state.value === "free") hint.value = null;
    else setState("over");
  };
  return html`
    <header class="turn-line coach">
      <h2 class="turn-title visually-hidden">${title}</h2>
      <div class="coach-side"><${Face} persona=${COACH} />${rolls}</div>
      <div class="coach-bubble">
        <p class="coach-what">${what}</p>
        ${why && html`<p class="coach-why">${why}</p>`}
        ${step === "farewell" && html`<${Farewell} />`}
        <button type="button" class="icon-button coach-close" aria-label=${close} title=${close} onClick=${onClose}><${Icon} name="close" /></button>
      </div>
    </header>
  `;
}

/** Begin. `place`: the signal with {Coach, speaks: whether it has the line above the dice} while there is a coach. */
export async function start(place) {
  if (state.value === "over") return;
  await loadStyle(page.coach);
  askInTime();
  endInTime();
  speakInTime();
  showBoxInTime();
  const speaks = computed(() => said.value !== null);
  effect(() => {
    place.value = state.value === "over" ? null : { Coach, speaks };
  });
}
