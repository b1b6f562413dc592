// The form of the home page: what to play, and with whom. The server renders it, and without this
// module it opens a table for friends. This module adds the search for players and games with bots.

import { effect } from "@preact/signals";

import { page, storedName, storeName } from "../net/page-data.js";
import { botName, bots } from "../ui/bots.js";
import { listed } from "../ui/event-text.js";
import { ask, ensureName } from "./commands.js";
import { botsFor, mayBeRated, readSettings } from "./settings.js";
import { found, ticket, you } from "./state.js";

const KEY = "wish"; // as stored by earlier versions

const form = document.getElementById("play-form");
const fields = form.elements;
const nameField = document.getElementById("name");
const problem = document.getElementById("play-problem");
const DEFAULT_NAME = "Guest"; // a game with bots needs no name
const hasAccount = Boolean(page.account);
let busy = false; // a command is unanswered

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be disabled
  }
}

function store(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    return;
  }
}

/** Return the chosen settings: {variant, players, clock, rated}. */
export function chosenSettings() {
  const clock = Number(fields["play-clock"].value) || null;
  return {
    variant: fields.variant.value,
    players: Number(fields["play-players"].value),
    clock,
    rated: fields["play-rated"].checked && mayBeRated(clock, hasAccount),
  };
}

/** Store the settings. `rated` keeps its value while the switch is off because rated is impossible. */
function remember() {
  store({ ...chosenSettings(), rated: !hasAccount || fields["play-rated"].checked });
}

/** Enable the switch where a rated game is possible, else say why it is not. */
function showRated() {
  if (!hasAccount) return; // the server's page says so
  const { clock } = chosenSettings();
  fields["play-rated"].disabled = !mayBeRated(clock, hasAccount);
  document.getElementById("rated-hint").textContent = clock === null ? "Rated games need a clock." : "";
}

/** Return the ids of the bots for this game, the chosen one first. */
function chosenBots() {
  const chosen = fields["play-bot"].value;
  const others = bots.map((bot) => bot.id).filter((id) => id !== chosen);
  return [chosen, ...others].slice(0, botsFor(chosenSettings().players));
}

/** Return the names of these bots. */
export function botNames() {
  return chosenBots().map(botName);
}

function labelBotButton() {
  document.getElementById("play-company").textContent = `Play ${listed(botNames())} now`;
}

function choose({ variant, players, clock, rated }) {
  fields.variant.value = variant;
  fields["play-players"].value = String(players);
  fields["play-clock"].value = clock === null ? "" : String(clock);
  fields["play-rated"].checked = rated && hasAccount;
  showRated();
}

/** Show an error message, or none for null. */
function showProblem(words) {
  problem.textContent = words ?? "";
}

/** Send a command, after signing in as a guest if needed. */
async function submit(command) {
  if (nameField && you.value.player === null && !nameField.reportValidity()) return;
  if (busy) return;
  busy = true;
  showProblem(null);
  const refusal = await ensureName(nameField?.value ?? "");
  showProblem(refusal ?? (await ask(command)));
  busy = false;
}

/** Search for players. */
export function play() {
  return submit({ type: "play", ...chosenSettings() });
}

/** Start a game with bots at once, without a clock. */
export function playWithBots() {
  const { variant } = chosenSettings();
  const wanted = chosenBots();
  if (nameField && !nameField.value.trim()) nameField.value = DEFAULT_NAME;
  return submit({ type: "company", variant, bots: wanted.length, wanted });
}

function showNeededFields() {
  const looking = Boolean(ticket.value || found.value);
  const focused = form.contains(document.activeElement);
  form.hidden = looking;
  if (looking && focused) document.getElementById("searching-title")?.focus();
  if (nameField) {
    const known = you.value.player !== null;
    nameField.closest(".field").hidden = known;
    nameField.required = !known;
  }
}

/** Start the interactive parts of the form. */
export function watchForm() {
  const variants = [...fields.variant].map((radio) => radio.value);
  choose(readSettings(stored(), variants, JSON.parse(page.clocks)));
  labelBotButton();
  if (nameField && !nameField.value) nameField.value = storedName();
  form.addEventListener("change", () => {
    showRated();
    labelBotButton();
    remember();
  });
  form.addEventListener("submit", () => nameField?.value && storeName(nameField.value));
  document.getElementById("play-now").addEventListener("click", play);
  document.getElementById("play-company").addEventListener("click", playWithBots);
  // Enter in the only text field presses the large button.
  nameField?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    play();
  });
  effect(showNeededFields);
}
