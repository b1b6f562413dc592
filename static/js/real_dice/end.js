// A finished game on this device: its verdict is asked of the server, and it can be kept.

import { useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { timeText } from "../language/times.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { Finished } from "./finished.js";
import { noteResult, shown } from "./state.js";
import { send, useVerdict } from "./verdict.js";

function Keep({ result, game }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  if (result.kept) return html`<a class="button secondary" href=${result.kept}><${Icon} name="check" />${gettext("Kept: its page")}</a>`;
  if (!shown.may_keep) return html`<p class="muted"><a href=${shown.sign_in}>${gettext("Sign in")}</a> ${gettext("to keep this game under My games, with a page to share.")}</p>`;
  const keep = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { address } = await send(shown.keep, game);
      noteResult(result.id, { kept: address });
    } catch (error) {
      setProblem(error.message);
    }
    setBusy(false);
  };
  return html`
    <button type="button" class="button secondary" aria-disabled=${busy ? "true" : undefined} onClick=${keep}><${Icon} name="log" />${gettext("Keep under My games")}</button>
    ${problem && html`<p class="errors" role="alert">${problem}</p>`}
  `;
}

function Asking({ verdict, problem, busy, ask }) {
  const again = problem || ["waiting", "later"].includes(verdict?.state);
  return html`
    ${busy && !verdict && html`<p class="muted" role="status">${gettext("One moment: every choice is being looked at.")}</p>`}
    ${problem && html`<p class="notice error" role="alert">${problem}</p>`}
    ${again && html`<p><button type="button" class="button small secondary" aria-disabled=${busy ? "true" : undefined} onClick=${ask}>${gettext("Ask again")}</button></p>`}
  `;
}

/** `result`: see store.js; `children`: buttons beside the result. */
export function End({ result, children }) {
  const { game } = result;
  const asked = useVerdict(game, result.verdict, shown.verdict, (verdict) => noteResult(result.id, { verdict }));
  return html`
    <${Finished} game=${game} totals=${result.totals} place=${result.places} when=${timeText(result.over, "short")} verdict=${asked.verdict} boxes=${shown.boxes} actions=${children} asking=${html`<${Asking} ...${asked} />`}>
      <div class="cluster"><${Keep} result=${result} game=${game} /></div>
      <p class="muted">${gettext("The site stores nothing unless you keep the game.")}</p>
    <//>
  `;
}
