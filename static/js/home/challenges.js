// Challenges: a note for each one that I have to answer, and a list of all my challenges.

import { signal } from "@preact/signals";

import { gettext, interpolate } from "../language/language.js";
import { ask } from "../net/commands.js";
import { roomAddress } from "../net/page-data.js";
import { useServerTime } from "../net/server-time.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { outgoing } from "./challenge-updates.js";
import { stopSearch } from "./commands.js";
import { PlayerName } from "./open-tables.js";
import { settingsFacts } from "./settings.js";
import { unanswered, challenges, you } from "./state.js";

const problem = signal(null); // why an answer was refused
const dismissed = signal(new Set()); // ids of challenges whose note was dismissed

async function answer(type, challenge) {
  if (type === "accept") stopSearch();
  problem.value = await ask({ type, challenge });
}

function settingsWords(challenge) {
  return [gettext(challenge.variant.name), ...settingsFacts(challenge)].join(", ");
}

function Left({ challenge }) {
  const now = useServerTime();
  return html`<span class="number" aria-label=${gettext("Time left")}>${duration((challenge.expires - now) / 1000)}</span>`;
}

function Answers({ challenge }) {
  return html`
    <button type="button" class="button small" onClick=${() => answer("accept", challenge.id)}>${gettext("Accept")}</button>
    <button type="button" class="button secondary small" onClick=${() => answer("decline", challenge.id)}>${gettext("Decline")}</button>
  `;
}

function Incoming({ challenge }) {
  return html`
    <li class="row challenge">
      <span class="row-main">
        <span class="row-title"><${PlayerName} person=${challenge.from} /></span><br />
        <span class="row-meta">${settingsWords(challenge)} · <${Left} challenge=${challenge} /></span>
      </span>
      <span class="row-end"><${Answers} challenge=${challenge} /></span>
    </li>
  `;
}

function Outcome({ challenge }) {
  if (challenge.status === "declined") return html`<span class="badge">${gettext("declined")}</span>`;
  if (challenge.status === "accepted") return html`<a class="button small" href=${roomAddress(challenge.room)}>${gettext("To the table")}</a>`;
  return html`
    <button type="button" class="button quiet small" onClick=${() => answer("withdraw", challenge.id)}>${gettext("Withdraw")}</button>
  `;
}

function Outgoing({ challenge }) {
  return html`
    <li class="row challenge">
      <span class="row-main">
        <span class="row-title">${interpolate(gettext("You challenged %(name)s"), { name: named(challenge.to.name) })}</span><br />
        <span class="row-meta">
          ${settingsWords(challenge)}${challenge.status === "open" && html` · <${Left} challenge=${challenge} />`}
        </span>
      </span>
      <span class="row-end"><${Outcome} challenge=${challenge} /></span>
    </li>
  `;
}

/** Nothing while there are none. */
export function Challenges() {
  const mine = outgoing(challenges.value, you.value.player);
  if (unanswered.value.length + mine.length === 0 && !problem.value) return null;
  return html`
    <section class="panel" aria-labelledby="challenges-title">
      <h2 class="panel-title" id="challenges-title">${gettext("Challenges")}</h2>
      <ul class="list">
        ${unanswered.value.map((each) => html`<${Incoming} key=${each.id} challenge=${each} />`)}
        ${mine.map((each) => html`<${Outgoing} key=${each.id} challenge=${each} />`)}
      </ul>
      <p class="errors" role="alert">${problem}</p>
    </section>
  `;
}

/** The oldest challenge that I have neither answered nor dismissed. */
export function ChallengeNote() {
  const challenge = unanswered.value.find((each) => !dismissed.value.has(each.id));
  if (!challenge) return null;
  const dismiss = () => {
    dismissed.value = new Set(dismissed.value).add(challenge.id);
  };
  return html`
    <section class="challenge-note" aria-labelledby="note-title">
      <h2 id="note-title">${interpolate(gettext("%(name)s challenges you"), { name: html`<${PlayerName} person=${challenge.from} />` })}</h2>
      <p class="row-meta">${settingsWords(challenge)} · <${Left} challenge=${challenge} /></p>
      <p class="cluster">
        <${Answers} challenge=${challenge} />
        <button type="button" class="button quiet small" onClick=${dismiss}>${gettext("Later")}</button>
      </p>
    </section>
  `;
}
