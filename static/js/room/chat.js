// Talk at the table.

import { computed, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { ask } from "./commands.js";
import { Muting, whyMuted } from "./mute.js";
import { chat, you } from "./state.js";

const LONGEST = 200;
const PRESETS = ["Good luck!", "Nice roll", "Ouch", "Well played"];

const readUpTo = signal(0);
const newest = computed(() => chat.value.at(-1)?.id ?? 0);

/** How many lines came since the chat was last seen. */
export const unread = computed(
  () => chat.value.filter((line) => line.id > readUpTo.value && line.player !== you.value.player).length,
);

/** What was said before I came counts as read. */
export function markChatRead() {
  readUpTo.value = newest.value;
}

const TOAST_MS = 5000;

/** The newest line of somebody else, for a moment, where the chat is out of sight. */
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
  return html`<button type="button" class="chat-toast" onClick=${onOpen}><b>${line.name}</b> ${line.text}</button>`;
}

function Line({ line }) {
  const mine = line.player === you.value.player;
  return html`
    <li class=${mine ? "chat-line mine" : "chat-line"}>
      <b>${mine ? "You" : line.name}</b>
      ${line.guest && !mine && html`<small class="badge">guest</small>`}
      <span>${line.text}</span>
    </li>
  `;
}

function Speak() {
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
        aria-label="Message"
        placeholder="Say something"
        autocomplete="off"
        maxlength=${LONGEST}
        value=${text}
        onInput=${(event) => setText(event.target.value)}
      />
      <button class="button secondary" aria-label="Send" disabled=${!text.trim()}><${Icon} name="send" /></button>
    </form>
  `;
}

function Voice() {
  if (you.value.player === null) return html`<p class="muted small-text">Take a seat to talk.</p>`;
  const why = whyMuted();
  return why ? html`<p class="muted small-text">${why}</p>` : html`<${Speak} />`;
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
      <ol class="chat-lines" ref=${end} tabindex="0" aria-label="Chat" aria-live="polite">
        ${chat.value.map((line) => html`<${Line} key=${line.id} line=${line} />`)}
        ${chat.value.length === 0 && html`<li class="muted">Nobody has said anything yet.</li>`}
      </ol>
      <${Voice} />
      <${Muting} />
    </div>
  `;
}
