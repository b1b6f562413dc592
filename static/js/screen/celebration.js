// Celebrates what is worth it, for everybody in the room: a word, light, sparks, flags. Only events that arrive one after
// the other are celebrated, not what a page finds when it loads.

import { effect, signal, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { gettext, interpolate, number } from "../language/language.js";
import { motion } from "../settings/settings.js";
import { categoryOf, momentsOf, NOTHING_KNOWN } from "../table/moments/moments.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { fresh, table } from "../watching/channel.js";
import { mayHear } from "./options.js";
import { soundLanding, soundMoments } from "./sounds.js";

const LANDED_MS = 1050; // from the roll until all dice lie still
const SHOWN_MS = { yacht: 3200, straight: 2400, victory: 6000, bonus: 2400, word: 1700 };
const SPARKS = 28;
const FLAGS = 16;
const KINDS = ["victory", "yacht", "straight", "upper bonus", "extra bonus", "alike", "lead"]; // the greatest first

/** What is celebrated now: {id, kind, text}, or null. */
const shown = signal(null);
let memory = NOTHING_KNOWN;
let lastId = 0;
let timer = 0;

function nameOf(seat) {
  return named(table.value.view.seats[seat].name);
}

function wordsOf({ kind, seat, points }, sheet) {
  if (kind === "yacht") return gettext((categoryOf(sheet, "alike") || { name: "Five of a kind" }).name);
  if (kind === "straight") return gettext("Straight");
  if (kind === "alike") return gettext("Five of a kind");
  if (kind === "lead") return interpolate(gettext("%(name)s is in the lead"), { name: nameOf(seat) });
  if (kind === "victory") return "";
  return [nameOf(seat), `: ${gettext("Bonus")} +${number(points)}`];
}

function lookOf(kind) {
  if (kind === "upper bonus" || kind === "extra bonus") return "bonus";
  return kind === "alike" || kind === "lead" ? "word" : kind;
}

function show(moment, sheet) {
  lastId += 1;
  const look = lookOf(moment.kind);
  shown.value = { id: lastId, look, text: wordsOf(moment, sheet) };
  clearTimeout(timer);
  timer = setTimeout(() => {
    shown.value = null;
  }, SHOWN_MS[look]);
}

/** Show the greatest of these moments, after `wait` ms. */
function celebrate(moments, wait) {
  const found = moments.filter(({ kind }) => KINDS.includes(kind)).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))[0];
  if (!found) return;
  const { game } = table.value.view;
  setTimeout(() => {
    const now = table.value;
    if (now && now.view && now.view.game === game) show(found, now.room.sheet);
  }, wait);
}

function perform(events) {
  const { view, before, room } = table.value;
  const found = momentsOf({ events, before, after: view, sheet: room.sheet, memory });
  memory = found.memory;
  const rolled = events.filter(({ type }) => type === "dice.rolled").pop();
  const wait = rolled && motion.value !== "none" ? LANDED_MS : 0;
  if (mayHear) {
    if (rolled) soundLanding(rolled.data.dice.length - rolled.data.hold.length);
    soundMoments(found.moments, wait);
  }
  celebrate(found.moments, wait);
}

/** Begin to celebrate. */
export function watchMoments() {
  effect(() => {
    const events = fresh.value;
    if (events.length > 0) untracked(() => table.value && table.value.view && perform(events));
  });
}

function Sparks({ count }) {
  return html`<div class="sparks">${Array.from({ length: count }, (_, at) => html`<i style=${{ "--turn": `${(at * 360) / count}deg`, "--far": 1 + ((at * 7) % 5) / 4, "--late": `${(at % 4) * 40}ms` }}></i>`)}</div>`;
}

function Bunting() {
  return html`
    <div class="bunting">
      ${Array.from({ length: FLAGS }, (_, at) => html`<svg style=${{ "--late": `${Math.abs(at - FLAGS / 2) * 60}ms`, "--sag": Math.sin((Math.PI * (at + 0.5)) / FLAGS) }}><use href=${`#flag-${at % 8}`} /></svg>`)}
    </div>
  `;
}

/** Let the dice hop, one after the other. */
function hop() {
  document.querySelectorAll(".tv-dice .tv-die").forEach((die, at) => {
    const rest = die.style.transform;
    die.animate([{ transform: rest }, { transform: `translateY(-38%) ${rest}`, easing: "ease-in" }, { transform: rest }], { duration: 520, delay: at * 90, iterations: 2 });
  });
}

function Look({ look, text }) {
  const place = useRef(null);
  useEffect(() => {
    if ((look === "yacht" || look === "straight") && motion.value !== "none") hop();
  }, []);
  const isGreat = look === "yacht" || look === "victory";
  return html`
    <div class=${`celebration ${look}`} ref=${place} aria-hidden="true">
      ${isGreat && motion.value !== "none" && html`<div class="bloom"></div><${Sparks} count=${SPARKS} />`}
      ${look === "victory" && html`<${Bunting} />`}
      ${text && html`<p class="celebration-word">${text}</p>`}
    </div>
  `;
}

/** Lies over the screen. */
export function Celebration() {
  const now = shown.value;
  return now && html`<${Look} key=${now.id} look=${now.look} text=${now.text} />`;
}
