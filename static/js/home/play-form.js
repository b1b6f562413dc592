// The form of the home page: what to play, and three ways to somebody to play with. It is the server's
// and works without this module for a table of friends; here it learns to look for players.

import { effect } from "@preact/signals";

import { page, storedName, storeName } from "../net/page-data.js";
import { botName, bots } from "../ui/bots.js";
import { listed } from "../ui/event-text.js";
import { ask, introduce } from "./commands.js";
import { botsFor, mayBeRated, readWish } from "./settings.js";
import { found, ticket, you } from "./state.js";

const KEY = "wish";

const form = document.getElementById("play-form");
const fields = form.elements;
const nameField = document.getElementById("name");
const problem = document.getElementById("play-problem");
const NAMELESS = "Guest"; // who plays a bot need not have told a name
const hasAccount = Boolean(page.account);
let busy = false; // a command is not answered yet

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be forbidden
  }
}

function store(wish) {
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    return;
  }
}

/** Return what is chosen: {variant, players, clock, rated}. */
export function chosenWish() {
  const clock = Number(fields["play-clock"].value) || null;
  return {
    variant: fields.variant.value,
    players: Number(fields["play-players"].value),
    clock,
    rated: fields["play-rated"].checked && mayBeRated(clock, hasAccount),
  };
}

/** What is remembered: of a wish without a clock, or of a guest, also what he wished for else. */
function remember() {
  store({ ...chosenWish(), rated: !hasAccount || fields["play-rated"].checked });
}

/** Let the switch be used where it means something, and say why elsewhere. */
function showRated() {
  if (!hasAccount) return; // the server has said so
  const { clock } = chosenWish();
  fields["play-rated"].disabled = !mayBeRated(clock, hasAccount);
  document.getElementById("rated-hint").textContent = clock === null ? "Rated games have a clock." : "";
}

/** Return the bots that would keep me company, by id: the chosen one first. */
function company() {
  const chosen = fields["play-bot"].value;
  const others = bots.map((bot) => bot.id).filter((id) => id !== chosen);
  return [chosen, ...others].slice(0, botsFor(chosenWish().players));
}

/** Return the same by name. */
export function companyNames() {
  return company().map(botName);
}

function nameCompany() {
  document.getElementById("play-company").textContent = `Play ${listed(companyNames())} now`;
}

function choose({ variant, players, clock, rated }) {
  fields.variant.value = variant;
  fields["play-players"].value = String(players);
  fields["play-clock"].value = clock === null ? "" : String(clock);
  fields["play-rated"].checked = rated && hasAccount;
  showRated();
}

/** Show what went wrong, or nothing. */
function complain(words) {
  problem.textContent = words ?? "";
}

/** Do as asked once I have a name. */
async function begin(command) {
  if (nameField && you.value.player === null && !nameField.reportValidity()) return;
  if (busy) return;
  busy = true;
  complain(null);
  const wrong = await introduce(nameField?.value ?? "");
  complain(wrong ?? (await ask(command)));
  busy = false;
}

/** Look for players. */
export function play() {
  return begin({ type: "play", ...chosenWish() });
}

/** Play with bots at once, without a clock: nobody is kept waiting. */
export function playWithCompany() {
  const { variant } = chosenWish();
  const wanted = company();
  if (nameField && !nameField.value.trim()) nameField.value = NAMELESS;
  return begin({ type: "company", variant, bots: wanted.length, wanted });
}

function hideWhatIsNotNeeded() {
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

/** Bring the form to life. */
export function watchForm() {
  choose(readWish(stored(), [...fields.variant].map((radio) => radio.value)));
  nameCompany();
  if (nameField && !nameField.value) nameField.value = storedName();
  form.addEventListener("change", () => {
    showRated();
    nameCompany();
    remember();
  });
  form.addEventListener("submit", () => nameField?.value && storeName(nameField.value));
  document.getElementById("play-now").addEventListener("click", play);
  document.getElementById("play-company").addEventListener("click", playWithCompany);
  // Enter in the only field of text means the big button.
  nameField?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    play();
  });
  effect(hideWhatIsNotNeeded);
}
