// The chat of the room.

import { computed, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { ask } from "./commands.js";
import { MuteMenu, mutedReason } from "./mute.js";
import { chat, you } from "./state.js";

const LONGEST = 200;
const PRESETS = [gettext("Good luck!"), gettext("Nice roll"), gettext("Ouch"), gettext("Well played")];

const readUpTo = signal(0);
const newest = computed(() => chat.value.at(-1)?.id ?? 0);

/** The number of other people's lines since the chat was last open. */
export const unread = computed(
  () => chat.value.filter((line) => line.id > readUpTo.value && line.player !== you.value.player).length,
);

/** Mark all lines as read. */
export function markChatRead() {
  readUpTo.value = newest.value;
}

const TOAST_MS = 5000;

/** The newest line of another person, for a moment, while the chat is closed. */
export function ChatToast({ onOpen }) {
  const [gone, setGone] = useState(0);
  const line = chat.value.at(-1);
  const shown = unread.value > 0 && line.player !== you.value.player && gone !== line.id;
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setGone(line.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [shown, line?.id]);
  if (!shown) return null;
  return html`<button type="button" class="chat-toast" onClick=${onOpen}><b>${line.name}</b><${GuestMark} guest=${line.guest} /> ${line.text}</button>`;
}

function Line({ line }) {
  const mine = line.player === you.value.player;
  return html`
    <li class=${mine ? "chat-line mine" : "chat-line"}>
      <b>${mine ? gettext("You") : line.name}</b>
      <${GuestMark} guest=${line.guest && !mine} />
      <span>${line.text}</span>
    </li>
  `;
}

function ChatForm() {
  const [text, setText] = useState("");
  const say = (words) => ask({ type: "chat", text: words });
  const submit = (event) => {
    event.preventDefault();
    if (text.trim()) say(text.trim());
    setText("");
  };
  return html`
    <div class="presets">
      ${PRESETS.map((words) => html`<button type="button" class="preset" onClick=${() => say(words)}>${words}</button>`)}
    </div>
    <form class="input-row" onSubmit=${submit}>
      <input
        id="chat-text"
        class="input"
        aria-label=${gettext("Message")}
        placeholder=${gettext("Write a message")}
        autocomplete="off"
        maxlength=${LONGEST}
        value=${text}
        onInput=${(event) => setText(event.target.value)}
      />
      <button class="button secondary" aria-label=${gettext("Send")} disabled=${!text.trim()}><${Icon} name="send" /></button>
    </form>
  `;
}

function ChatInput() {
  if (you.value.player === null) return html`<p class="muted small-text">${gettext("Take a seat to chat.")}</p>`;
  const why = mutedReason();
  return why ? html`<p class="muted small-text">${why}</p>` : html`<${ChatForm} />`;
}

export function Chat() {
  const end = useRef(null);
  const last = newest.value;
  useEffect(() => {
    markChatRead();
    end.current.scrollTop = end.current.scrollHeight;
  }, [last]);
  return html`
    <div class="chat">
      <ol class="chat-lines" ref=${end} tabindex="0" aria-label=${gettext("Chat")}>
        ${chat.value.map((line) => html`<${Line} key=${line.id} line=${line} />`)}
        ${chat.value.length === 0 && html`<li class="muted">${gettext("No messages yet.")}</li>`}
      </ol>
      <${ChatInput} />
      <${MuteMenu} />
    </div>
  `;
}
