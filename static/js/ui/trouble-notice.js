// A notice while a page has no connection.

import { html } from "./html.js";
import { troubleWords } from "./trouble.js";
import { useCode } from "./use-code.js";

/** A notice, while there is trouble. `link`: the state of the connection. `onRetry` tries again. */
export function Trouble({ link, onRetry }) {
  const code = useCode(() => import("./no-connection.js"), link.trouble === "blocked");
  const words = troubleWords(link);
  if (code && link.trouble === "blocked") return html`<${code.Blocked} words=${words} state=${link.state} onRetry=${onRetry} />`;
  return words && html`<p class="notice warn no-connection" role="status">${words}</p>`;
}
