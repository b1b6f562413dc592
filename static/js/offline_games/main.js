// Games without a network: a new game, the running one, and finished ones.

import { render } from "preact";
import { useState } from "preact/hooks";

import { gettext, pair } from "../language/language.js";
import { timeText } from "../language/times.js";
import { winnerWords } from "../real_dice/finished.js";
import { Dialog } from "../ui/dialog.js";
import { keepFocus } from "../ui/focus.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { LiveRegion } from "../ui/live-region.js";
import { usePart } from "../ui/part.js";
import { named } from "../ui/typed.js";
import { End } from "./end.js";
import { seatedAgain } from "./engine.js";
import { listenToKeys } from "./keys.js";
import { Setup } from "./setup.js";
import { begin, forgetLost, forgetResult, game, hasAside, isLost, isStored, leave, looked, problem, results, running, watchBots } from "./state.js";
import { enter } from "./tab.js";
import { Table } from "./felt.js";
import { TakeAlong } from "./take-along.js";

const FIRST_SHOWN = 10;

function resultWords({ names, totals, places }) {
  return winnerWords(names.map(named), totals, places);
}

function Forget({ result, onClose }) {
  const forget = () => {
    onClose();
    forgetResult(result.id);
  };
  return html`
    <${Dialog} title=${gettext("Delete from this device")} onClose=${onClose}>
      <p>${pair(result.name, resultWords(result))}</p>
      <p class="dialog-actions"><button type="button" class="button danger" onClick=${forget}>${gettext("Delete")}</button></p>
    <//>
  `;
}

function Finished() {
  const [all, setAll] = useState(false);
  const [asked, ask] = useState(null);
  const found = results.value;
  if (found.length === 0) return null;
  return html`
    <section class="panel" aria-labelledby="finished-title">
      <h2 class="panel-title" id="finished-title">${gettext("Finished games")}</h2>
      <ul class="list game-list">
        ${found.slice(0, all ? undefined : FIRST_SHOWN).map(
          (each) => html`
            <li key=${each.id} class="offline-result">
              <button type="button" class="row real-result" disabled=${!each.game} onClick=${() => (looked.value = each.id)}>
                <span class="row-main"><span class="row-title">${each.name}</span><br /><span class="row-meta">${timeText(each.over, "short")} · ${resultWords(each)}</span></span>
              </button>
              <button type="button" class="icon-button" aria-label=${pair(gettext("Delete from this device"), `${each.name}, ${timeText(each.over, "short")}`)} onClick=${() => ask(each)}><${Icon} name="close" /></button>
            </li>
          `,
        )}
      </ul>
      ${!all && found.length > FIRST_SHOWN && html`<button type="button" class="button small secondary" onClick=${() => setAll(true)}>${gettext("Show all")}</button>`}
      ${asked && html`<${Forget} result=${asked} onClose=${() => ask(null)} />`}
    </section>
  `;
}

/** What happened to games that are not shown. */
function News() {
  return html`
    ${isLost.value && html`<div class="notice warn" role="alert"><p>${gettext("A game was running here, but this browser has thrown it away.")}</p><p><button type="button" class="button small secondary" onClick=${forgetLost}>${gettext("OK")}</button></p></div>`}
    ${hasAside.value && html`<p class="notice warn" role="status">${gettext("A game of another version of the site is kept on this device. This version cannot show it.")}</p>`}
  `;
}

function Start() {
  return html`
    <header class="page-head">
      <h1>${gettext("Games without a network")}</h1>
      <p class="lead">${gettext("Alone, with bots, or passing one device round. This browser rolls the dice: nobody vouches for them, and the games are never rated.")}</p>
    </header>
    <${News} />
    <${TakeAlong} />
    <${Setup} />
    <${Finished} />
  `;
}

/** The same players once more, the winner last. */
function again(result) {
  const { values, levels, game: old } = running.value;
  begin({ rules: old.rules, values, bots: Object.values(levels) }, seatedAgain(old, result.places));
}

function JustEnded({ result }) {
  return html`
    ${!isStored.value && html`<p class="notice warn" role="status">${gettext("There is no room to store this game: it is lost when you close this page.")}</p>`}
    <${End} result=${result}>
      <button type="button" class="button" onClick=${() => again(result)}><${Icon} name="repeat" />${gettext("Play again")}</button>
      <button type="button" class="button secondary" onClick=${leave}>${gettext("New game")}</button>
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
    <${End} result=${result}><button type="button" class="button quiet" onClick=${forget}>${gettext("Delete from this device")}</button><//>
  `;
}

/** Return what the page shows now: its name, and the result that it is about. */
function place() {
  const chosen = results.value.find(({ id }) => id === looked.value);
  if (chosen?.game) return ["earlier", chosen];
  if (!game.value) return ["start"];
  if (!game.value.over) return ["play"];
  const mine = results.value.find(({ id }) => id === game.value.id);
  return mine?.game ? ["ended", mine] : ["start"];
}

function App() {
  const [name, result] = place();
  const root = usePart(name);
  return html`
    <div ref=${root} tabindex="-1" class=${name === "play" ? "offline-place play" : `offline-place page real-page ${name}`}>
      ${name === "start" && html`<${Start} />`}
      ${name === "play" && html`<${Table} key=${game.value.id} />`}
      ${name === "ended" && html`<${JustEnded} key=${result.id} result=${result} />`}
      ${name === "earlier" && html`<${Earlier} key=${result.id} result=${result} />`}
      ${problem.value && name !== "play" && html`<p class="notice error" role="alert">${problem.value}</p>`}
    </div>
    <${LiveRegion} />
  `;
}

// What comes next for the keyboard: a box, the Roll button, a die.
const SUCCESSORS = ["button.roll", "button.offer", "button.die", ".turn-title"];

const page = document.getElementById("offline-games");
render(html`<${App} />`, page);
keepFocus(page, SUCCESSORS);
listenToKeys();
watchBots();
enter();
