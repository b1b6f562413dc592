// The scorecard for real dice: a new card, the running game, and finished games.

import { render } from "preact";
import { useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { keepFocus } from "../ui/focus.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { LiveRegion } from "../ui/live-region.js";
import { usePart } from "../ui/part.js";
import { End } from "./end.js";
import { typeDice } from "./entry.js";
import { Season } from "./evenings.js";
import { isFirstVisit } from "./introduced.js";
import { takeBack, Play } from "./play.js";
import { loadRules, Setup } from "./setup.js";
import { begin, forgetResult, game, looked, moment, problem, results, show } from "./state.js";

/** The introduction is there once. */
function Start() {
  const [isNew] = useState(isFirstVisit);
  return html`
    <header class="page-head">
      <h1>${gettext("Scorecard for real dice")}</h1>
      ${isNew && html`<p class="lead">${gettext("The site keeps the card, and tells who was lucky and who chose best.")}</p>`}
    </header>
    <${Setup} />
    <${Season} />
  `;
}

async function rematch({ game: old }) {
  const seen = moment();
  try {
    begin({ ...(await loadRules(old.rules.id, old.rules.switches)), name: old.rules.name }, old.names, seen);
    looked.value = null;
  } catch (error) {
    console.error(error);
    problem.value = gettext("Sorry, the rules could not be loaded. Please try again in a moment.");
  }
}

/** The game that has just ended: its last turn can still be taken back. */
function JustEnded({ result }) {
  return html`
    <${End} result=${result}>
      <button type="button" class="button" onClick=${() => rematch(result)}><${Icon} name="repeat" />${gettext("Rematch")}</button>
      <button type="button" class="button secondary" onClick=${() => show(null)}>${gettext("New card")}</button>
      <button type="button" class="button quiet" onClick=${takeBack}>${gettext("Undo the last turn")}</button>
      ${problem.value && html`<p class="notice error" role="alert">${problem.value}</p>`}
    <//>
  `;
}

function Earlier({ result }) {
  const forget = () => {
    looked.value = null;
    forgetResult(result.id);
  };
  return html`
    <p><button type="button" class="button small secondary" onClick=${() => (looked.value = null)}><${Icon} name="back" />${gettext("Back")}</button></p>
    <${End} result=${result}>
      <button type="button" class="button" onClick=${() => rematch(result)}><${Icon} name="repeat" />${gettext("Rematch")}</button>
      <button type="button" class="button quiet" onClick=${forget}>${gettext("Delete")}</button>
    <//>
  `;
}

/** Return what the page shows now: its name, and the result that it is about. */
function place() {
  const chosen = results.value.find(({ id }) => id === looked.value);
  if (chosen?.game) return ["earlier", chosen];
  if (!game.value) return ["start"];
  const mine = game.value.over && results.value.find(({ id }) => id === game.value.id);
  return mine ? ["ended", mine] : ["play"];
}

function App() {
  const [name, result] = place();
  const root = usePart(name);
  return html`
    <div ref=${root} tabindex="-1" class=${`real-place ${name}`}>
      ${name === "start" && html`<${Start} />`}
      ${name === "play" && html`<${Play} key=${game.value.id} />`}
      ${name === "ended" && html`<${JustEnded} key=${result.id} result=${result} />`}
      ${name === "earlier" && html`<${Earlier} key=${result.id} result=${result} />`}
    </div>
    <${LiveRegion} />
  `;
}

// What comes next for the keyboard: a die to enter, dice to hold, a box.
const SUCCESSORS = [".real-pad button", ".real-slot[aria-pressed]", "button.offer", "#entry-title"];

document.addEventListener("keydown", typeDice);
const page = document.getElementById("real-dice");
render(html`<${App} />`, page);
keepFocus(page, SUCCESSORS);
