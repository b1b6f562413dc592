// Chat and log, as two tabs. On a narrow screen they are in a sheet that the top bar opens. A very wide one shows both.

import { useEffect, useRef } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { Log } from "../log/log.js";
import { Chat } from "./chat.js";
import { both, close, folding, isFolded, raised, tab, wide } from "./side-panel.js";
import { unread } from "./unread.js";

function FoldButton() {
  const code = folding();
  return code && html`<${code.FoldButton} />`;
}

/** Whether the chat can be read now. */
function chatIsOpen() {
  if (isFolded()) return false;
  return both.value || (tab.value === "chat" && (wide.value || raised.value));
}

function Tab({ name, children }) {
  return html`
    <button
      type="button"
      role="tab"
      id=${`tab-${name}`}
      aria-selected=${tab.value === name}
      aria-controls="side-panel"
      onClick=${() => (tab.value = name)}
    >
      ${children}
    </button>
  `;
}

/** Move the focus into the sheet when it opens, and close it with Esc. */
function useSheet(box) {
  const open = raised.value && !wide.value;
  useEffect(() => {
    if (!open) return undefined;
    if (!box.current.contains(document.activeElement)) box.current.querySelector("[aria-selected=true]").focus();
    const onKey = (event) => event.key === "Escape" && close();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
  return open;
}

function Tabs() {
  const chatting = tab.value === "chat";
  return html`
    <div class="side-head">
      <div class="tabs" role="tablist">
        <${Tab} name="log">${gettext("Log")}<//>
        <${Tab} name="chat">${gettext("Chat")}${!chatting && unread.value > 0 && html` <span class="count">${unread}</span>`}<//>
      </div>
      <${FoldButton} />
      <button type="button" class="icon-button narrow-sheet" aria-label=${gettext("Close")} onClick=${close}><${Icon} name="close" /></button>
    </div>
    <div class="side-panel" id="side-panel" role="tabpanel" aria-labelledby=${`tab-${tab.value}`}>
      ${chatting ? html`<${Chat} reads=${chatIsOpen()} />` : html`<${Log} />`}
    </div>
  `;
}

function Both() {
  return html`
    <section class="side-panel" aria-labelledby="side-log">
      <div class="side-head bare"><h2 class="side-title" id="side-log">${gettext("Log")}</h2><${FoldButton} /></div>
      <${Log} />
    </section>
    <section class="side-panel" aria-labelledby="side-chat">
      <h2 class="side-title" id="side-chat">${gettext("Chat")}</h2>
      <${Chat} reads=${true} />
    </section>
  `;
}

function Content() {
  if (isFolded()) return html`<${FoldButton} />`;
  const content = both.value ? html`<${Both} />` : html`<${Tabs} />`;
  return wide.value ? html`<div class="side-content" id="side-content">${content}</div>` : content;
}

export function Side() {
  const box = useRef(null);
  const open = useSheet(box);
  const seen = open || wide.value; // do not draw what nobody can see
  const names = ["side", open && "raised", isFolded() && "folded"];
  return html`
    ${open && html`<div class="side-shade" onClick=${close}></div>`}
    <section class=${names.filter(Boolean).join(" ")} id="side" aria-label=${gettext("Chat and log")} ref=${box}>
      ${seen && html`<${Content} />`}
    </section>
  `;
}
