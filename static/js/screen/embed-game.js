// A finished game in a frame on another site, step by step.

import { signal } from "@preact/signals";
import { render } from "preact";

import { stepByKey, stepsOf, viewAfter } from "../history/steps.js";
import { gettext, interpolate } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { learnAvatars } from "../ui/avatar.js";
import { standInName } from "../ui/bots.js";
import { sentence } from "../ui/event-text.js";
import { noteGuests } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { readingKey } from "../ui/reading.js";
import { RollDice } from "../ui/roll-dice.js";
import { named } from "../ui/typed.js";
import { cardMeasures, Cards } from "./card.js";
import { EmbedHead } from "./embed-head.js";
import { Outcome } from "./outcome.js";
import { Person } from "./person.js";

const data = JSON.parse(document.getElementById("game-data").textContent);
const all = stepsOf(data);
const last = all.length - 1;
const context = { name: (seat) => data.view.seats[seat].name, sheet: data.sheet, standIn: standInName(data.view) };
const room = { variant: data.view.variant, seats: [], status: "", number: null };
const at = signal(last);

const BUTTONS = [
  { key: "Home", name: gettext("First turn"), icon: "first" },
  { key: readingKey("ArrowLeft"), name: gettext("Previous turn"), icon: "previous" },
  { key: readingKey("ArrowRight"), name: gettext("Next turn"), icon: "next" },
  { key: "End", name: gettext("Last turn"), icon: "last" },
];

function place() {
  return interpolate(gettext("Step %(step)s of %(last)s"), { step: at.value, last });
}

function StepButton({ button: { key, name, icon } }) {
  const to = stepByKey(key, at.value, last);
  return html`
    <button type="button" class="embed-step" aria-label=${name} aria-disabled=${to === at.value} aria-keyshortcuts=${key} onClick=${() => (at.value = to)}>
      <${Icon} name=${icon} />
    </button>
  `;
}

function Controls() {
  const [first, previous, next, end] = BUTTONS.map((each) => html`<${StepButton} key=${each.key} button=${each} />`);
  return html`
    <div class="embed-controls" role="group" aria-label=${gettext("Steps")}>
      ${first} ${previous}
      <input type="range" min="0" max=${last} value=${at.value} aria-label=${gettext("Steps")} aria-valuetext=${place()} onInput=${(event) => (at.value = Number(event.target.value))} />
      ${next} ${end}
    </div>
  `;
}

function Event({ event }) {
  if (event.type !== "dice.rolled") return html`<p class="screen-words">${sentence(event, { ...context, name: (seat) => named(context.name(seat)) })}</p>`;
  return html`<p class="embed-roll" role="img" aria-label=${sentence(event, context)}><${RollDice} dice=${event.data.dice} hold=${event.data.hold} /></p>`;
}

function Step({ step }) {
  const isTurn = typeof step.seat === "number";
  return html`
    <section class="screen-felt" aria-label=${place()}>
      ${isTurn && html`<h1 class="embed-who"><${Person} seat=${data.view.seats[step.seat]} /></h1>`}
      ${step.events.map((event) => html`<${Event} key=${event.seq} event=${event} />`)}
    </section>
  `;
}

function Embed() {
  const view = { ...viewAfter(data, all, at.value), revealed: [] };
  const { columns, rows, room: roomy } = cardMeasures(view, data.sheet);
  // Of a turn that is over nothing is offered.
  const seats = view.seats.map((seat) => ({ ...seat, options: [] }));
  const isEnd = at.value === last;
  return html`
    <div class=${`embed stepped ${roomy}`} style=${{ "--card-columns": columns, "--card-rows": rows, "--dice-count": data.sheet.dice }}>
      <${EmbedHead} name=${gettext(data.view.variant.name)} words=${interpolate(gettext("Go to %(site)s"), { site: siteName })}><span role="status">${place()}</span><//>
      ${isEnd ? html`<${Outcome} view=${{ ...view, seats }} room=${room} />` : html`<${Step} step=${all[at.value]} />`}
      <${Cards} view=${{ ...view, seats }} sheet=${data.sheet} />
      <${Controls} />
    </div>
  `;
}

function stepByKeys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest("input")) return;
  const to = stepByKey(event.key, at.value, last);
  if (to === null) return;
  event.preventDefault();
  at.value = to;
}

learnAvatars(data.view.seats.map(({ player, seat }) => ({ player, avatar: data.avatars[seat] })));
noteGuests(data.view.seats.map(({ player, seat }) => ({ player, guest: data.guests[seat] })));
render(html`<${Embed} />`, document.getElementById("screen"));
document.addEventListener("keydown", stepByKeys);
