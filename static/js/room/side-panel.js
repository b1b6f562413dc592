// Log and chat, as two tabs.

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { Chat, ChatToast, unread } from "./chat.js";
import { Log } from "./log.js";

const tab = signal("log");

/** Show the chat and focus its text field. */
export function openChat() {
  tab.value = "chat";
  requestAnimationFrame(() => document.getElementById("chat-text")?.focus());
}

function Tab({ name, children }) {
  const on = tab.value === name;
  return html`
    <button
      type="button"
      role="tab"
      id=${`tab-${name}`}
      aria-selected=${on}
      aria-controls="side-panel"
      onClick=${() => (tab.value = name)}
    >
      ${children}
    </button>
  `;
}

export function Side() {
  const chatting = tab.value === "chat";
  return html`
    <section class="side" aria-label=${gettext("Log and chat")}>
      <div class="tabs" role="tablist">
        <${Tab} name="log">${gettext("Log")}<//>
        <${Tab} name="chat">${gettext("Chat")}${!chatting && unread.value > 0 && html` <span class="count">${unread}</span>`}<//>
      </div>
      <div class="side-panel" id="side-panel" role="tabpanel" aria-labelledby=${`tab-${tab.value}`}>
        ${chatting ? html`<${Chat} />` : html`<${Log} />`}
      </div>
      <${ChatToast} onOpen=${openChat} />
    </section>
  `;
}
