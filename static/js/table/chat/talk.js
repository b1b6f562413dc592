// The chat where strangers meet: phrases only, until each side has opened it.

import { gettext, interpolate } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { listed } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { ask } from "../moves/commands.js";
import { room, you } from "../state/state.js";
import { Palette } from "./reactions.js";

/** The people who play here: of each seat its player, or who acts for them on their device. */
function sides() {
  return new Set(room.value.seats.filter((seat) => seat.player !== null && !seat.bot).map((seat) => seat.operator ?? seat.player));
}

/** The names of the other players who have opened the chat. */
function others() {
  const playing = sides();
  const ids = room.value.talk.filter((player) => player !== you.value.player && playing.has(player));
  return ids.map((player) => room.value.seats.find((seat) => seat.player === player)?.name ?? gettext("Somebody")).map(named);
}

/** Whether I may write lines now: as a player when every side has opened the chat, else if somebody reads watchers. */
export function mayWrite() {
  if (page.chatOff !== undefined) return false;
  const { talk, talk_watchers: watched = [] } = room.value;
  if (talk === undefined) return true;
  if (!talk.includes(you.value.player)) return false;
  const playing = sides();
  if (playing.has(you.value.player)) return playing.size > 1 && [...playing].every((player) => talk.includes(player));
  return talk.some((player) => player !== you.value.player && (!playing.has(player) || watched.includes(player)));
}

/** A player chooses whether they also hear people who only watch. */
function WatchersSwitch() {
  if (!sides().has(you.value.player)) return null;
  const on = (room.value.talk_watchers ?? []).includes(you.value.player);
  const toggle = (event) => ask({ type: "talk", on: true, watchers: event.target.checked });
  return html`<label class="switch small-text"><input type="checkbox" checked=${on} onChange=${toggle} /><span>${gettext("Spectators may write to me")}</span></label>`;
}

function Switch({ on, primary = false, children }) {
  const style = primary ? "button small" : "button secondary small";
  return html`<button type="button" class=${style} onClick=${() => ask({ type: "talk", on })}>${children}</button>`;
}

/** The way to open the chat or to end it; nothing at a private table. */
export function TalkSwitch() {
  const { talk } = room.value;
  if (talk === undefined || page.chatOff !== undefined) return null;
  if (mayWrite()) return html`<p class="talk"><${Switch} on=${false}>${gettext("End chat")}<//></p><${WatchersSwitch} />`;
  const names = others();
  if (talk.includes(you.value.player)) {
    return html`<p class="talk" role="status"><span class="muted">${gettext("You can write as soon as somebody else taps Chat.")}</span> <${Switch} on=${false}>${gettext("End chat")}<//></p><${WatchersSwitch} />`;
  }
  return html`
    <p class="talk" role="status">
      ${names.length > 0 && html`<span>${interpolate(gettext("%(names)s would like to chat."), { names: listed(names) })}</span> `}
      <${Switch} on=${true} primary=${names.length > 0}>${gettext("Chat")}<//>
    </p>
  `;
}

/** What I can say without the chat. */
export function PhrasesOnly() {
  return html`<p class="muted small-text">${page.chatOff === "locked" ? gettext("Phrases only: the family lock is on.") : page.chatOff === "site" ? gettext("There is no chat on this site.") : page.chatOff !== undefined ? gettext("You have switched the chat off.") : gettext("Phrases only until both of you have tapped Chat.")}</p><${Palette} />`;
}
