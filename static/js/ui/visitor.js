// Says on a live page that the browser is somebody else's by now. `Visitor` shows it; what it says is loaded when it is
// needed.

import { signal } from "@preact/signals";

import { followVisitor } from "../net/person.js";
import { html } from "./html.js";
import { useCode } from "./use-code.js";

const changed = signal(null);

/** Follow who is signed in. `ask` asks the server. */
export function watchVisitor(ask) {
  followVisitor(ask, (change) => {
    changed.value = change;
  });
}

export function Visitor() {
  const code = useCode(() => import("./visitor-note.js"), changed.value !== null);
  return code && changed.value && html`<${code.VisitorNote} change=${changed.value} />`;
}
