// The search for players, in place of the Play button: time, settings, other searchers, and after a few seconds the offer
// of a bot. The search goes on meanwhile.

import { useEffect, useRef } from "preact/hooks";

import { gettext, interpolate, ngettext } from "../language/language.js";
import { ask } from "../net/commands.js";
import { useServerTime } from "../net/server-time.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { chosenBot, chosenFace, playWithBot } from "./play-form.js";
import { playersWords, settingsFacts } from "./settings.js";
import { found, link, lobby, ticket } from "./state.js";

function SearchTime({ since }) {
  const seconds = Math.max(0, Math.floor((useServerTime() - since) / 1000));
  return html`<span class="number" role="timer">${duration(seconds)}</span>`;
}

function othersWords() {
  if (link.value.state !== "online") return gettext("Connection lost. Trying again…");
  const others = (lobby.value?.searching ?? 1) - 1;
  if (others <= 0) return "";
  const words = ngettext("%(count)s other person is searching.", "%(count)s others are searching.", others);
  return interpolate(words, { count: others });
}

function PlayBot({ offered }) {
  const name = chosenBot();
  return html`
    ${offered && html`<p class="offer">${gettext("Nobody yet")}</p>`}
    <button type="button" class=${offered ? "button large block" : "button secondary block"} onClick=${playWithBot}>
      ${offered ? html`<img class="face" src=${chosenFace()} alt="" width="32" height="32" />` : html`<${Icon} name="robot" />`}
      ${interpolate(gettext("Play %(name)s instead"), { name })}
    </button>
  `;
}

function Found() {
  return html`
    <section class="searching" aria-labelledby="searching-title">
      <h2 id="searching-title" tabindex="-1">${gettext("Your table is ready")}</h2>
      <p>${gettext("Opening the table…")}</p>
    </section>
  `;
}

function Looking() {
  const title = useRef(null);
  const { variant, players, since, offer_company: offered } = ticket.value;
  useEffect(() => {
    title.current.focus({ preventScroll: true });
    title.current.closest(".start-box").scrollIntoView({ block: "nearest" });
    return () => requestAnimationFrame(() => document.getElementById("play-now").focus());
  }, []);
  const facts = [gettext(variant.name), playersWords(players), ...settingsFacts(ticket.value)];
  return html`
    <section class="searching" aria-labelledby="searching-title">
      <div class="searching-head">
        <div class="searching-dice" aria-hidden="true"><i></i><i></i><i></i></div>
        <h2 id="searching-title" tabindex="-1" ref=${title}>${gettext("Looking for players…")}</h2>
        <p class="searching-time"><${SearchTime} since=${since} /></p>
      </div>
      <p class="facts">${facts.map((fact) => html`<span class="badge">${fact}</span>`)}</p>
      <p class="searching-others">${othersWords()}</p>
      <div class="searching-ways">
        <${PlayBot} offered=${offered} />
        <button type="button" class="button quiet block" onClick=${() => ask({ type: "cancel" })}>${gettext("Cancel")}</button>
      </div>
      <p class="hint">${gettext("Keep this page open.")}</p>
    </section>
  `;
}

export function Searching() {
  if (found.value) return html`<${Found} />`;
  return ticket.value ? html`<${Looking} />` : null;
}
