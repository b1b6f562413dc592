// The chat of the room.

import { useEffect, useRef } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { GuestMark } from "../../ui/guest-mark.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named, typed } from "../../ui/typed.js";
import { useCode } from "../../ui/use-code.js";
import { ask } from "../moves/commands.js";
import { draft, noteSent, write } from "../state/draft.js";
import { isSilent } from "../state/round-state.js";
import { chat, isHost, room, you } from "../state/state.js";
import { mutedReason } from "./mute.js";
import { Person, PersonButton } from "./person-loader.js";
import { Palette } from "./reactions.js";
import { mayWrite, PhrasesOnly, TalkSwitch } from "./talk.js";
import { markChatRead, newest } from "./unread.js";


function Line({ line }) {
  const mine = line.player === you.value.player;
  return html`
    <li class=${mine ? "chat-line mine" : "chat-line"}>
      <b>${mine ? gettext("You") : line.player === null ? named(line.name) : html`<${PersonButton} player=${line.player} name=${line.name} line=${line} />`}</b>
      <${GuestMark} guest=${line.guest && !mine} />
      <span>${typed(line.text)}</span>
    </li>
  `;
}

function ChatForm() {
  const { text, sent, why } = draft.value;
  const silent = isSilent.value;
  const submit = (event) => {
    event.preventDefault();
    if (silent || sent?.text === text || !text.trim()) return;
    noteSent(ask({ type: "chat", text: text.trim() }));
  };
  return html`
    ${silent && html`<p class="muted small-text">${gettext("You can write again when the round is over.")}</p>`}
    <form class="input-row" onSubmit=${submit}>
      <input
        id="chat-text"
        class="input"
        dir="auto"
        aria-label=${gettext("Write a message")}
        placeholder=${gettext("Write a message")}
        autocomplete="off"
        enterkeyhint="send"
        maxlength=${page.lineLength}
        aria-invalid=${why ? "true" : "false"}
        aria-describedby=${why ? "chat-refused" : undefined}
        value=${text}
        onInput=${(event) => write(event.target.value)}
      />
      <button class="button secondary" aria-label=${gettext("Send")} disabled=${silent || !text.trim()}><${Icon} name="send" /></button>
    </form>
    ${why && html`<p class="errors" id="chat-refused">${why}</p>`}
    ${!silent && html`<${Palette} />`}
  `;
}

function ChatInput() {
  if (you.value.player === null) return html`<p class="muted small-text">${gettext("Take a seat first.")}</p>`;
  const why = mutedReason();
  if (why) return html`<p class="muted small-text">${why}</p>`;
  return html`<${TalkSwitch} />${mayWrite() ? html`<${ChatForm} />` : html`<${PhrasesOnly} />`}`;
}

/** The others at the table, whom one can mute, block or report. */
function Others() {
  const people = room.value.seats.filter((seat) => seat.player !== null && !seat.bot && seat.player !== you.value.player);
  if (you.value.player === null || people.length === 0) return null;
  return html`
    <p class="people-here small-text">
      ${people.map(({ player, name }) => html`<${PersonButton} key=${player} player=${player} name=${name} />`)}
    </p>
  `;
}

/** `reads`: whether the lines can be seen. */
export function Chat({ reads }) {
  const end = useRef(null);
  const last = newest.value;
  const host = useCode(() => import("./mute-menu.js"), isHost.value);
  useEffect(() => {
    if (reads) markChatRead();
    end.current.scrollTop = end.current.scrollHeight;
  }, [last, reads]);
  return html`
    <div class="chat">
      <ol class="chat-lines" ref=${end} tabindex="0" aria-label=${gettext("Chat")}>
        ${chat.value.map((line) => html`<${Line} key=${line.id} line=${line} />`)}
      </ol>
      <${Others} />
      <${ChatInput} />
      ${host && html`<${host.MuteMenu} />`}
      <${Person} />
    </div>
  `;
}
