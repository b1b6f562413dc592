// The check of a finished game's dice, computed in the browser.

import { render } from "preact";
import { useMemo, useState } from "preact/hooks";

import { checkAll, compareWithStore } from "../fairness/game-check.js";
import { logWords, momentWords, problemsOf, recordWords, sealWords } from "../fairness/proof-text.js";
import { store } from "../fairness/store.js";
import { seedsOf } from "../fairness/verify.js";
import { gettext, interpolate } from "../language/language.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { FirstRolls } from "./proof-dice.js";
import { context, data, isFinished, marked, pages } from "./state.js";

function Failure({ problems }) {
  return html`
    <div class="verdict notice error" role="alert">
      <${Icon} name="close" />
      <div class="stack tight">
        <b>${gettext("The check failed.")}</b>
        ${problems.map((problem) => html`<p>${problem}</p>`)}
      </div>
    </div>
  `;
}

function rollWords({ rolls, dice }) {
  if (rolls === 0) return gettext("Nothing was rolled.");
  return interpolate(gettext("Your browser threw all %(dice)s dice of %(rolls)s rolls again: they were fixed before the first roll."), { dice, rolls });
}

function Success({ found, name }) {
  const { dice, record, log } = found;
  return html`
    <div class="verdict notice success" role="status">
      <${Icon} name="shield" />
      <div class="stack tight">
        <p><b>${gettext("The dice were fair.")}</b> ${rollWords(dice)}</p>
        <details>
          <summary>${gettext("What was checked")}</summary>
          <p>${sealWords(dice, name)}</p>
          <p>${recordWords(record)}</p>
          <p>${logWords(log)}</p>
        </details>
      </div>
    </div>
  `;
}

function Doubts({ record }) {
  return (record?.doubts ?? []).map((doubt) => html`<p class="notice warn" role="alert">${doubt}</p>`);
}

function Verdict({ found }) {
  const { name } = context;
  const problems = problemsOf(found, name);
  return html`
    ${problems.length > 0 ? html`<${Failure} problems=${problems} />` : html`<${Success} found=${found} name=${name} />`}
    <${Doubts} record=${found.record} />
  `;
}

function Check({ found, setFound }) {
  const [busy, setBusy] = useState(false);
  const { secret } = data.view.fairness;
  const check = async () => {
    setBusy(true);
    setFound(await checkAll(data, store, pages.fairLogApi));
    setBusy(false);
  };
  return html`
    <div class="cluster">
      <button type="button" class="button" disabled=${busy || !secret} onClick=${check}>
        <${Icon} name="shield" />${busy ? gettext("Checking…") : gettext("Check these dice")}
      </button>
      <a href=${pages.verify}>${gettext("How it works")}</a>
      ${data.fair_log && html`<a href=${pages.fairLog}>${gettext("Public log")}</a>`}
    </div>
    ${found ? html`<${Verdict} found=${found} />` : html`<${Recorded} />`}
  `;
}

/** What this browser recorded during the game. Differences are shown above the tabs: see alarm.js. */
function Recorded() {
  const record = useMemo(() => compareWithStore(data, store), []);
  if (record === null || record.problems.length > 0) return null;
  return html`<p class="muted">${interpolate(gettext("Your browser recorded the fingerprint on %(at)s. It is the same now."), { at: momentWords(record.at) })}</p>`;
}

function Fact({ name, children }) {
  return html`<div><dt>${name}</dt><dd class="code">${children}</dd></div>`;
}

/** The seed of each seat, with its seal. */
function Seeds() {
  const { name } = marked;
  const { replay, seats, share } = data.view;
  if (share) return null;
  if (replay) {
    return replay.seeds.map((seed, seat) => html`<${Fact} name=${interpolate(gettext("Seed of %(name)s"), { name: seat + 1 })}>${seed}<//>`);
  }
  const started = data.events[0].data;
  return seedsOf(data.events).map((seed, seat) => {
    const { seal, known, bot } = started.seats[seat];
    const words = seal && !known ? gettext("salt and text") : known && !bot ? gettext("known to the server") : "";
    return html`
      <${Fact} name=${interpolate(gettext("Seed of %(name)s"), { name: name(seats[seat].seat) }).concat(words && ` (${words})`)}>${seed || gettext("not shown")}<//>
      ${seal && html`<${Fact} name=${interpolate(gettext("Seal of %(name)s"), { name: name(seats[seat].seat) })}>${seal}<//>`}
    `;
  });
}

function Entries({ place }) {
  const link = ({ index, hash }) => html`<a href=${`${pages.fairLog}?entry=${index}#entry-${index}`}>${index}</a>${`: ${hash}`}`;
  return html`
    ${place.commitment && html`<${Fact} name=${gettext("Fingerprint in the public log")}>${link(place.commitment)}<//>`}
    ${place.end && html`<${Fact} name=${gettext("Secret in the public log")}>${link(place.end)}<//>`}
  `;
}

function Numbers() {
  const { fairness, replay, game, share } = data.view;
  return html`
    <details class="fold">
      <summary>${gettext("The numbers")}</summary>
      <dl class="facts-list fold-body">
        <${Fact} name=${gettext("Fingerprint (SHA-256)")}>${fairness.commitment}<//>
        <${Fact} name=${gettext("Secret")}>${fairness.secret ?? gettext("not revealed yet")}<//>
        <${Seeds} />
        ${data.fair_log && html`<${Entries} place=${data.fair_log} />`}
        <${Fact} name=${replay ? gettext("Original game") : gettext("Game")}>${replay?.game ?? game}<//>
        ${share && html`<${Fact} name=${gettext("Group of games with these dice")}>${share}<//>`}
      </dl>
    </details>
  `;
}

function Proof() {
  const [found, setFound] = useState(null);
  const { replay, fairness } = data.view;
  const isFair = found !== null && problemsOf(found, context.name).length === 0;
  // Others still play these dice: the page says so.
  if (!fairness.secret && isFinished) return html`<${Recorded} /><${Numbers} />`;
  return html`
    <div class="proof-words">
      <p>${gettext("At the end the server shows its secret, and your browser computes every die again.")}</p>
      ${replay && html`<p>${gettext("This game reused the dice of an earlier one, whose secret was already public.")}</p>`}
      <${Check} found=${found} setFound=${setFound} />
    </div>
    <${FirstRolls} isSame=${isFair} />
    <${Numbers} />
  `;
}

/** Draw the tab. */
export function open() {
  render(html`<${Proof} />`, document.getElementById("proof-content"));
}
