// The chat where strangers meet: phrases only, until two have opened it.

import { gettext, interpolate } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { listed } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { ask } from "../moves/commands.js";
import { room, you } from "../state/state.js";
import { Palette } from "./reactions.js";

/** Who else has opened the chat: their names; somebody who only watches has none here. */
function others() {
  const ids = room.value.talk.filter((player) => player !== you.value.player);
  return ids.map((player) => room.value.seats.find((seat) => seat.player === player)?.name ?? gettext("A spectator"));
}

/** Whether I may write lines now. */
export function mayWrite() {
  if (page.chatOff !== undefined) return false;
  const { talk } = room.value;
  return talk === undefined || (talk.includes(you.value.player) && talk.length > 1);
}

function Switch({ on, primary = false, children }) {
  const style = primary ? "button small" : "button secondary small";
  return html`<button type="button" class=${style} onClick=${() => ask({ type: "talk", on })}>${children}</button>`;
}

/** The way to open the chat or to end it; nothing at a private table. */
export function TalkSwitch() {
  const { talk } = room.value;
  if (talk === undefined || page.chatOff !== undefined) return null;
  if (mayWrite()) return html`<p class="talk"><${Switch} on=${false}>${gettext("End chat")}<//></p>`;
  const names = others();
  if (talk.includes(you.value.player)) {
    return html`<p class="talk" role="status"><span class="muted">${gettext("You can write as soon as somebody else taps Chat.")}</span> <${Switch} on=${false}>${gettext("End chat")}<//></p>`;
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
