// The room before its first game: what is played, who is there, how to get others here.

import { SeedsPanel } from "../fairness/seeds-panel.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { FillButton, StandInSwitch } from "./bot-picker.js";
import { ask } from "./commands.js";
import { Invite } from "./invite.js";
import { Ended, Join } from "./join.js";
import { Chairs } from "./seat-picker.js";
import { isHost, isPaired, myChair, room } from "./state.js";

const CLOCK_WORDS = { 30: "30 seconds a turn", 60: "60 seconds a turn", 90: "90 seconds a turn", 86400: "A day for each turn" };

function seated() {
  return room.value.seats.filter((seat) => seat.player !== null);
}

function Settings() {
  const { variant, clock, sheet, rated, stand_ins: stands, public: isPublic } = room.value;
  const facts = [
    `${sheet.rounds} rounds`,
    ...variant.switches.map((each) => each.label),
    clock ? CLOCK_WORDS[clock] : "No turn clock",
    ...(rated ? ["Rated"] : []),
    ...(stands ? ["A bot plays for who leaves"] : []),
    isPublic ? "Anyone may find this table" : "Only by link",
  ];
  return html`<p class="facts">${facts.map((fact) => html`<span class="badge">${fact}</span>`)}</p>`;
}

function StartPanel() {
  if (room.value.ended && myChair.value) return html`<${Ended} />`;
  if (isPaired.value) {
    return html`<p class="waiting-line" role="status">The game begins by itself as soon as everybody is here.</p>`;
  }
  const count = seated().length;
  if (isHost.value && myChair.value) {
    const hint = count === 1 ? "You can start alone, or wait for the others." : "Everybody who sits here plays.";
    return html`
      <div class="start">
        <button type="button" class="button large block" onClick=${() => ask({ type: "start" })}>
          ${count === 1 ? "Start alone" : `Start with ${count} players`}
        </button>
        <p class="hint center">${hint}</p>
      </div>
    `;
  }
  if (!myChair.value) return null;
  const { ready } = myChair.value;
  return html`
    <div class="start">
      <button
        type="button"
        class=${ready ? "button secondary large block" : "button large block"}
        aria-pressed=${ready}
        onClick=${() => ask({ type: "ready", ready: !ready })}
      >
        ${ready ? html`<${Icon} name="check" />Ready` : "I’m ready"}
      </button>
      <p class="hint center">The host starts the game.</p>
    </div>
  `;
}

function JoinPanel() {
  if (myChair.value) return null;
  const free = room.value.seats.some((seat) => seat.player === null && !seat.closed);
  if (!free) return html`<p class="notice">Every seat is taken. You are welcome to stay and watch.</p>`;
  return html`<${Join} />`;
}

function eyebrow(host) {
  if (isPaired.value) return "Your table is ready";
  return isHost.value || !host ? "Your table" : `${host} invites you to`;
}

export function Lobby() {
  const { variant, seats } = room.value;
  const host = seats.find((seat) => seat.player === room.value.host)?.name;
  return html`
    <div class="lobby">
      <section class="lobby-card felt">
        <p class="eyebrow">${eyebrow(host)}</p>
        <h1>${variant.name}</h1>
        <${Settings} />
        <${JoinPanel} />
        <${Chairs} />
        <${FillButton} />
        <${StartPanel} />
        <${StandInSwitch} />
      </section>
      <div class="lobby-side stack">
        ${!isPaired.value && html`<div class="panel"><${Invite} /></div>`}
        <${SeedsPanel} />
      </div>
    </div>
  `;
}
