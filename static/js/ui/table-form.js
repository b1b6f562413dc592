// The form for a table: shows the fields that go together, keeps the sentence about what is chosen true, and moves
// the steppers. The server renders all of it, and understands the form without this module.

const KEY = "wish"; // what the player last asked for, on this device
const CLOCK = "60"; // for what needs one when none is chosen
const MOST_IN_TURNS = 8;

/** Return whether a part of the form goes with what is chosen, such as `who=strangers,friends mode=rounds`. */
function isWanted(part, fields) {
  return part.dataset.when
    .split(" ")
    .filter(Boolean)
    .every((condition) => {
      const [name, values] = condition.split("=");
      return !fields[name] || values.split(",").includes(fields[name].value);
    });
}

/** What a field, or a fixed text, says about the table now. */
function wordsOf(part) {
  if (part.type === "checkbox") return part.checked ? part.dataset.on : part.dataset.off;
  if (part.type === "radio") return part.checked ? part.dataset.says : "";
  return part.matches("select") ? part.selectedOptions[0]?.dataset.says : part.dataset.says;
}

/** Return the sentence about what is chosen behind the fold. */
function sentence(fold) {
  const parts = [...fold.querySelectorAll("input, select, p[data-says]")].filter((part) => !part.closest("[hidden]"));
  const text = parts.map(wordsOf).filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function showHints(form) {
  for (const hint of form.querySelectorAll("[data-hint]:not(option)")) {
    hint.textContent = hint.parentElement.querySelector("select").selectedOptions[0].dataset.hint;
  }
}

function showSteps(form) {
  for (const button of form.querySelectorAll("[data-step]")) {
    const { selectedIndex, length } = button.parentElement.querySelector("select");
    const next = selectedIndex + Number(button.dataset.step);
    button.disabled = next < 0 || next >= length;
  }
}

/** Let the links to a card and to an appointment lead to the rules that are chosen. */
function linkRules(form) {
  for (const link of document.querySelectorAll("[data-with-rules]")) link.search = new URLSearchParams({ variant: form.elements.variant.value, ...houseRules(form) });
}

/** Show what goes with what is chosen now. */
export function refresh(form) {
  for (const part of form.querySelectorAll("[data-when]")) part.hidden = !isWanted(part, form.elements);
  const fold = form.querySelector("[data-more]");
  fold.querySelector("[data-line]").textContent = sentence(fold);
  showHints(form);
  showSteps(form);
  linkRules(form);
}

/** Let what a table for these people begins with stand, but for what the player has touched. */
function beginAs(form, touched) {
  const chosen = [...form.querySelectorAll("[name=who]")].find((radio) => radio.checked);
  for (const pair of chosen.dataset.first.split(" ")) {
    const [name, value] = pair.split("=");
    const field = form.elements[name];
    if (!field || touched.has(name)) continue;
    if (field.type === "checkbox") field.checked = value !== "";
    else field.value = value;
  }
}

/** Strangers play the official games only, and only these are rated. */
function agreeOnGame({ rated, variant, who }, name, official) {
  if (official.includes(variant.value)) return;
  if (rated && name === "variant") rated.checked = false;
  if (who?.value !== "strangers") return;
  if (name === "who") variant.value = official[0];
  else who.value = "friends";
}

/** After a change of the field `name`, change what does not go with it: the last choice counts. */
function agree({ clock, mode, rated, seats }, name) {
  if (name === "clock" && clock.value === "") {
    if (mode) mode.value = "turns";
    if (rated) rated.checked = false;
  }
  const isLarge = Number(seats?.value) > MOST_IN_TURNS;
  if (isLarge && name === "seats") {
    if (mode) mode.value = "rounds";
    if (rated) rated.checked = false;
  } else if (isLarge && (mode?.value === "turns" || rated?.checked)) {
    seats.value = String(MOST_IN_TURNS);
  }
  if (clock?.value === "" && (mode?.value === "rounds" || rated?.checked)) clock.value = CLOCK;
}

/** Give everybody who is ticked a seat, as the server does. `touched`: whether the player has chosen the seats. */
function seatInvited(form, touched) {
  const { mode, rated, seats } = form.elements;
  const ticked = form.querySelectorAll("[name=invite]:checked").length;
  if (!seats || (!ticked && touched)) return;
  const usual = [...seats.options].find((option) => option.defaultSelected) ?? seats.options[0];
  const chosen = Number(touched ? seats.value : usual.value);
  const most = mode?.value === "rounds" && !rated?.checked ? seats.options.length : MOST_IN_TURNS;
  seats.value = String(Math.max(chosen, Math.min(1 + ticked, most)));
}

function step(button) {
  const select = button.parentElement.querySelector("select");
  select.selectedIndex += Number(button.dataset.step);
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Return what was stored by `storeWish`, or {}. */
export function storedWish() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // nothing stored, not by this page, or storage is disabled
  }
}

/** Store the game, and for whom the table is what a search asks for. */
function storeWish(form) {
  const { bot, clock, players, rated, variant, who } = form.elements;
  const search = { players: players.value, clock: clock.value, ...(rated && { rated: rated.checked }) };
  const wish = { ...storedWish(), variant: variant.value, bot: bot.value, ...(who.value === "strangers" && search) };
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    return; // storage may be disabled
  }
}

/** Choose these values where the form offers them: {name: text, or whether a switch is on}. */
export function choose(form, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (!field) continue;
    if (field.type === "checkbox") field.checked = value === true;
    else if ([...(field.options ?? field)].some((each) => each.value === value)) field.value = value;
  }
}

function officialOf(form) {
  return form.querySelector("[data-official]")?.dataset.official.split(",") ?? [];
}

/** Begin with what the player chose last: it comes before the game of their language. */
export function beginAsBefore(form, wish = storedWish()) {
  choose(form, wish);
  const { who } = form.elements;
  const usual = who?.value;
  agreeOnGame(form.elements, "variant", officialOf(form));
  if (who && who.value !== usual) beginAs(form, new Set());
  refresh(form);
}

/** Return the chosen rules of the game: {id: value}. */
export function houseRules(form) {
  const selects = form.querySelectorAll('[data-when^="variant="]:not([hidden]) select');
  return Object.fromEntries([...selects].map((select) => [select.name, select.value]));
}

/** Return who is to play, by the button that was pressed. */
export function whoPlays({ submitter, target }) {
  return submitter?.name === "quick" ? submitter.value : target.elements.who?.value;
}

/** Ask once, kindly, for the name that friends will see. It may be left open. */
function askName(event) {
  const ask = event.target.querySelector("[data-ask]");
  if (!ask?.hidden || whoPlays(event) !== "friends" || event.target.elements.name.value.trim()) return;
  event.preventDefault();
  ask.hidden = false;
  event.target.elements.name.focus();
}

function watch(form) {
  const touched = new Set();
  const official = officialOf(form);
  form.addEventListener("change", ({ target }) => {
    touched.add(target.name);
    if (target.name === "who") beginAs(form, touched);
    agreeOnGame(form.elements, target.name, official);
    agree(form.elements, target.name);
    if (form.querySelector("[name=invite]")) seatInvited(form, touched.has("seats"));
    refresh(form);
    if ("keep" in form.dataset) storeWish(form);
  });
  form.addEventListener("click", ({ target }) => target.matches("[data-step]") && step(target));
  form.addEventListener("submit", askName);
  if ("keep" in form.dataset) form.addEventListener("submit", () => storeWish(form));
  if (form.dataset.keep === "begin") beginAsBefore(form, { variant: storedWish().variant });
  if (form.querySelector("[name=invite]:checked")) seatInvited(form, false);
  refresh(form);
}

for (const form of document.querySelectorAll("form[data-table-form]")) watch(form);

/** In a wide window the page of a new table has room for the boxes of the game. */
function followTheWindow(picture) {
  const wide = matchMedia("(min-width: 56rem)");
  const show = async () => (await import("./game-picture.js")).showGame(document.querySelector("form[data-table-form]"), picture);
  if (wide.matches) show();
  else wide.addEventListener("change", show, { once: true });
}

const picture = document.querySelector("[data-boxes]");
if (picture) followTheWindow(picture);
