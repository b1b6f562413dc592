// The form of the home page: what to play, and with whom. The server renders it, and without this
// module it opens a table for friends. This module adds the search for players and games with bots.

import { effect } from "@preact/signals";

import { ask } from "../net/commands.js";
import { storedName } from "../net/page-data.js";
import { botName, bots } from "../ui/bots.js";
import { beginAsBefore, houseRules, whoPlays } from "../ui/table-form.js";
import { ensureName } from "./commands.js";
import { guestName } from "./settings.js";
import { found, ticket, you } from "./state.js";

const form = document.getElementById("play-form");
const fields = form.elements;
export const nameField = document.getElementById("name");
const problem = document.getElementById("play-problem");
const nameProblem = document.getElementById("name-problem");
const playButton = document.getElementById("play-now");
const friendsButton = document.getElementById("play-friends");
const botButton = document.getElementById("play-bot");
const PLAY = playButton.textContent;
const SUGGESTED_NAME = guestName(Math.random()); // for guests who do not type one
let busy = false; // a command is unanswered
let named = false; // signed in as a guest, to open a table

/** Return the settings of a search: {variant, switches, players, clock, rated}. */
function wanted() {
  return {
    variant: fields.variant.value,
    switches: houseRules(form),
    players: Number(fields.players.value),
    clock: Number(fields.clock.value) || null,
    rated: Boolean(fields.rated?.checked),
  };
}

/** Return the name of the chosen bot. */
export function chosenBot() {
  return botName(fields.bot.value);
}

/** Return the address of its picture. */
export function chosenFace() {
  return bots.find((bot) => bot.id === fields.bot.value).face;
}

function labelButtons() {
  const words = { friends: friendsButton.textContent, bot: botButton.textContent };
  playButton.textContent = words[fields.who.value] ?? PLAY;
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

/** Return the name that a visitor has typed, or the suggested one. */
export function typedName() {
  return nameField?.value.trim() || SUGGESTED_NAME;
}

/** Sign in as a guest if needed. Resolves to whether the player has a name now. */
async function hasName() {
  if (you.value.player !== null || !nameField) return true;
  nameField.removeAttribute("aria-invalid");
  const wrong = await ensureName(typedName(), nameField);
  if (wrong !== null) showNameProblem(wrong);
  return wrong === null;
}

/** Do something as a player, after signing in as a guest if needed; show why it was refused, if it was. */
async function withName(action) {
  if (busy) return;
  busy = true;
  showProblem(null);
  if (await hasName()) showProblem(await action(), problem);
  busy = false;
}

/** Search for players. */
export function play() {
  return withName(() => ask({ type: "play", ...wanted() }));
}

/** Start a game with the chosen bot at once, without a clock. */
export function playWithBot() {
  const { variant, switches } = wanted();
  return withName(() => ask({ type: "company", variant, switches, bots: 1, wanted: [fields.bot.value] }));
}

function openTable(button) {
  return withName(() => {
    named = true;
    form.requestSubmit(button);
    return null;
  });
}

function send(event) {
  if (event.defaultPrevented || named) return;
  const who = whoPlays(event);
  const nameless = nameField && you.value.player === null;
  if (who === "friends" && !nameless) return; // the browser sends the form
  event.preventDefault();
  if (who === "friends") openTable(event.submitter);
  else if (who === "bot") playWithBot();
  else play();
}

/** Fetch the files of a table when somebody begins with the form: most go there next. */
function fetchTable() {
  const template = document.getElementById("table-files");
  if (!template || navigator.connection?.saveData) return;
  const links = [...template.content.querySelectorAll("link")].map(({ href, rel }) => {
    const as = rel === "stylesheet" ? "style" : "script";
    return Object.assign(document.createElement("link"), { rel: "prefetch", as, href });
  });
  document.head.append(...links);
  template.remove();
}

function showNeededFields() {
  const looking = Boolean(ticket.value || found.value);
  const focused = form.contains(document.activeElement);
  form.hidden = looking;
  if (looking && focused) document.getElementById("searching-title")?.focus();
  if (nameField) nameField.closest(".field").hidden = you.value.player !== null;
}

/** Start the interactive parts of the form. */
export function watchForm() {
  beginAsBefore(form);
  labelButtons();
  if (nameField) {
    nameField.placeholder = SUGGESTED_NAME;
    if (!nameField.value) nameField.value = storedName();
  }
  form.addEventListener("change", labelButtons);
  form.addEventListener("submit", send);
  for (const type of ["pointerdown", "focusin"]) form.addEventListener(type, fetchTable, { once: true });
  effect(showNeededFields);
}
