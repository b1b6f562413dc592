// The search for players: time, settings, other searchers, and the buttons to stop it.

import { useEffect, useRef } from "preact/hooks";

import { useServerTime } from "../net/use-server-time.js";
import { duration } from "../ui/duration.js";
import { listed } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { ask } from "./commands.js";
import { botNames, playWithBots } from "./play-form.js";
import { playersWords, settingsFacts } from "./settings.js";
import { found, link, lobby, ticket } from "./state.js";

function SearchTime({ since }) {
  const seconds = Math.max(0, Math.floor((useServerTime() - since) / 1000));
  return html`<span class="number" role="timer">${duration(seconds)}</span>`;
}

function othersWords() {
  if (link.value.state !== "online") return "Connection lost. Trying again…";
  const others = (lobby.value?.searching ?? 1) - 1;
  if (others <= 0) return "No one else is searching.";
  return others === 1 ? "1 other person is searching." : `${others} others are searching.`;
}

function PlayBots({ offered }) {
  const bots = listed(botNames());
  return html`
    ${offered && html`<p class="offer">No match yet. ${bots} can play now.</p>`}
    <button type="button" class=${offered ? "button" : "button secondary"} onClick=${playWithBots}>
      <${Icon} name="robot" />Play ${bots} instead
    </button>
  `;
}

function Found() {
  return html`
    <section class="searching" aria-labelledby="searching-title">
      <h2 id="searching-title" tabindex="-1">Your table is ready</h2>
      <p>Opening it…</p>
    </section>
  `;
}

function Looking() {
  const title = useRef(null);
  const { variant, players, since, offer_company: offered } = ticket.value;
  useEffect(() => {
    title.current.focus({ preventScroll: true });
    title.current.closest(".play").scrollIntoView({ block: "nearest" });
    return () => requestAnimationFrame(() => document.getElementById("play-now").focus());
  }, []);
  const facts = [variant.name, playersWords(players), ...settingsFacts(ticket.value)];
  return html`
    <section class="searching" aria-labelledby="searching-title">
      <div class="searching-dice" aria-hidden="true"><i></i><i></i><i></i></div>
      <h2 id="searching-title" tabindex="-1" ref=${title}>Looking for players…</h2>
      <p class="searching-time"><${SearchTime} since=${since} /></p>
      <p class="facts">${facts.map((fact) => html`<span class="badge">${fact}</span>`)}</p>
      <p>${othersWords()}</p>
      <div class="searching-ways">
        <${PlayBots} offered=${offered} />
        <button type="button" class="button secondary" onClick=${() => ask({ type: "cancel" })}>Cancel</button>
      </div>
      <p class="hint">Keep this page open: the search ends when you leave it.</p>
    </section>
  `;
}

export function Searching() {
  if (found.value) return html`<${Found} />`;
  return ticket.value ? html`<${Looking} />` : null;
}
