// Log and chat, side by side as two tabs.

import { signal } from "@preact/signals";

import { Chat, unread } from "./chat.js";
import { html } from "./html.js";
import { Log } from "./log.js";

const tab = signal("log");

/** Show "log" or "chat". */
export function showTab(name) {
  tab.value = name;
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
      onClick=${() => showTab(name)}
    >
      ${children}
    </button>
  `;
}

export function Side() {
  const chatting = tab.value === "chat";
  return html`
    <section class="side" aria-label="Log and chat">
      <div class="tabs" role="tablist">
        <${Tab} name="log">Log<//>
        <${Tab} name="chat">Chat${!chatting && unread.value > 0 && html` <span class="count">${unread}</span>`}<//>
      </div>
      <div class="side-panel" id="side-panel" role="tabpanel" aria-labelledby=${`tab-${tab.value}`}>
        ${chatting ? html`<${Chat} />` : html`<${Log} />`}
      </div>
    </section>
  `;
}
