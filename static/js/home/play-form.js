// The form of the home page: what to play, and with whom. The server renders it, and without this
// module it opens a table for friends. This module adds the search for players and games with bots.

import { effect } from "@preact/signals";

import { gettext, interpolate, listed } from "../language/language.js";
import { ask } from "../net/commands.js";
import { page, storedName, storeName } from "../net/page-data.js";
import { botName, bots } from "../ui/bots.js";
import { ensureName } from "./commands.js";
import { botsFor, guestName, mayBeRated, playersWords, readSettings, settingsFacts } from "./settings.js";
import { found, ticket, you } from "./state.js";

const KEY = "wish";

const form = document.getElementById("play-form");
const fields = form.elements;
const nameField = document.getElementById("name");
const problem = document.getElementById("play-problem");
const nameProblem = document.getElementById("name-problem");
const hasAccount = Boolean(page.account);
const SUGGESTED_NAME = guestName(Math.random()); // for guests who do not type one
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

/** Store the settings. `rated` keeps its value while a rated game is impossible and the switch is off. */
function remember() {
  store({ ...chosenSettings(), rated: !hasAccount || fields["play-rated"].checked });
}

/** Enable the switch if a rated game is possible, else say why it is not. */
function showRated() {
  if (!hasAccount) return; // the server's page says so
  const { clock } = chosenSettings();
  fields["play-rated"].disabled = !mayBeRated(clock, hasAccount);
  document.getElementById("rated-hint").textContent = clock === null ? gettext("Rated games need a clock.") : "";
}

/** Say in one line what Play starts. */
function showLine() {
  const { variant, players, ...rest } = chosenSettings();
  const name = JSON.parse(page.variants).find(([id]) => id === variant)[1];
  const facts = [gettext(name), playersWords(players), ...settingsFacts(rest)];
  document.getElementById("options-line").textContent = facts.join(" · ");
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

/** Return the addresses of the pictures of these bots. */
export function botFaces() {
  const chosen = chosenBots();
  return chosen.map((id) => bots.find((bot) => bot.id === id).face);
}

function labelBotButton() {
  document.getElementById("play-company").lastChild.data = interpolate(gettext("Play %(bots)s"), { bots: listed(botNames()) });
}

function choose({ variant, players, clock, rated }) {
  fields.variant.value = variant;
  fields["play-players"].value = String(players);
  fields["play-clock"].value = clock === null ? "" : String(clock);
  fields["play-rated"].checked = rated && hasAccount;
}

/** Show an error message at `place`, where the player looks; no message for null. */
function showProblem(words, place) {
  for (const each of [problem, nameProblem]) {
    if (each) each.textContent = each === place ? (words ?? "") : "";
  }
  if (words) place.scrollIntoView({ block: "center" });
}

/** Show that the server refused the name. */
function showNameProblem(words) {
  showProblem(words, nameProblem);
  nameField.setAttribute("aria-invalid", "true");
  nameField.focus({ preventScroll: true });
}

/** Sign in as a guest if needed. Resolves to whether the player has a name now. */
async function hasName() {
  if (you.value.player !== null || !nameField) return true;
  nameField.removeAttribute("aria-invalid");
  const wrong = await ensureName(nameField.value.trim() || SUGGESTED_NAME);
  if (wrong !== null) showNameProblem(wrong);
  return wrong === null;
}

/** Send a command, after signing in as a guest if needed. */
async function submit(command) {
  if (busy) return;
  busy = true;
  showProblem(null);
  if (await hasName()) showProblem(await ask(command), problem);
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
  return submit({ type: "company", variant, bots: wanted.length, wanted });
}

function showNeededFields() {
  const looking = Boolean(ticket.value || found.value);
  const focused = form.contains(document.activeElement);
  form.hidden = looking;
  if (looking && focused) document.getElementById("searching-title")?.focus();
  if (nameField) nameField.closest(".field").hidden = you.value.player !== null;
}

function prepareName() {
  nameField.required = false;
  nameField.placeholder = SUGGESTED_NAME;
  if (!nameField.value) nameField.value = storedName();
  // Enter in the only text field presses the large button.
  nameField.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    play();
  });
}

function beforeTable() {
  if (!nameField || you.value.player !== null) return;
  nameField.value = nameField.value.trim() || SUGGESTED_NAME;
  storeName(nameField.value);
}

/** Start the interactive parts of the form. */
export function watchForm() {
  const variants = [...fields.variant].map((radio) => radio.value);
  const showAll = () => {
    showRated();
    showLine();
    labelBotButton();
  };
  choose(readSettings(stored(), variants, JSON.parse(page.clocks)));
  showAll();
  if (nameField) prepareName();
  form.addEventListener("change", () => {
    showAll();
    remember();
  });
  form.addEventListener("submit", beforeTable);
  document.getElementById("play-now").addEventListener("click", play);
  document.getElementById("play-company").addEventListener("click", playWithBots);
  effect(showNeededFields);
}
