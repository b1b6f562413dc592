// Why a page has had no connection so far: see `status` in net/connection.js.

import { gettext } from "../language/language.js";
import { html } from "./html.js";
import { useCode } from "./use-code.js";

const WORDS = {
  offline: gettext("You are offline."),
  away: gettext("Yacht isn’t answering."),
  blocked: gettext("This network seems to block the live connection."),
};

/** Return why in a sentence, "" without trouble. `link`: the state of the connection. */
export function troubleWords(link) {
  return WORDS[link.trouble] ?? "";
}

/** A notice, while there is trouble. `onRetry` tries again. */
export function Trouble({ link, onRetry }) {
  const code = useCode(() => import("./no-connection.js"), link.trouble === "blocked");
  const words = troubleWords(link);
  if (code && link.trouble === "blocked") return html`<${code.Blocked} words=${words} state=${link.state} onRetry=${onRetry} />`;
  return words && html`<p class="notice warn no-connection" role="status">${words}</p>`;
}
