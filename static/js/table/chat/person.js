// What I can do about somebody: mute them, block them, or report them or one of their lines. Loaded with the first tap.

import { gettext, interpolate } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { post } from "../../net/posting.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { named, typed } from "../../ui/typed.js";
import { isTold, person } from "./person-state.js";

const REASONS = [
  ["insult", () => gettext("Insults or hate")],
  ["spam", () => gettext("Spam or links")],
  ["bother", () => gettext("Bothers me")],
  ["cheating", () => gettext("Cheating")],
  ["name", () => gettext("Bad name")],
];

async function tell(address, fields, done) {
  isTold.value = (await post(address, fields)).problem || done;
}

function change(verb, done) {
  const { player } = person.value;
  tell(page.people.replace("/0/", `/${player}/`).replace("VERB", verb), {}, done);
}

function report(reason) {
  const { player, line } = person.value;
  const about = line ? { kind: "line", subject: line } : { kind: "player", subject: player };
  tell(page.report, { ...about, room: page.code, reason }, gettext("Thank you. A moderator will look at it."));
}

function Choices({ name }) {
  return html`
    <p class="cluster">
      <button type="button" class="button secondary small" onClick=${() => change("mute", interpolate(gettext("You no longer hear %(name)s."), { name }))}>${gettext("Mute")}</button>
      <button type="button" class="button secondary small" onClick=${() => change("block", interpolate(gettext("You have blocked %(name)s."), { name }))}>${gettext("Block")}</button>
    </p>
    <h3 class="panel-title">${gettext("Report")}</h3>
    <p class="cluster">
      ${REASONS.map(([id, words]) => html`<button key=${id} type="button" class="button danger small" onClick=${() => report(id)}>${words()}</button>`)}
    </p>
  `;
}

export function PersonDialog() {
  const { name, text } = person.value;
  return html`
    <${Dialog} title=${named(name)} onClose=${() => (person.value = null)}>
      ${text && html`<blockquote class="quoted">${typed(text)}</blockquote>`}
      ${isTold.value ? html`<p class="notice" role="status">${isTold}</p>` : html`<${Choices} name=${name} />`}
    <//>
  `;
}
