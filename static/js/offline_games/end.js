// A finished game: places, the verdict of the server once there is a connection, and keeping it.

import { useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { timeText } from "../language/times.js";
import { post } from "../net/posting.js";
import { Finished } from "../real_dice/finished.js";
import { useVerdict } from "../real_dice/verdict.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { shown } from "./data.js";
import { toUpload } from "./engine.js";
import { noteResult } from "./state.js";

function Keep({ result }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  if (result.kept) return html`<a class="button secondary" href=${result.kept}><${Icon} name="check" />${gettext("Kept: its page")}</a>`;
  const keep = async () => {
    if (busy) return;
    setBusy(true);
    const { answer, problem: why } = await post(shown.keep.replace("GAME", result.id), JSON.stringify(toUpload(result.game)));
    if (answer) noteResult(result.id, { kept: answer.address });
    else setProblem(why);
    setBusy(false);
  };
  return html`
    <button type="button" class="button secondary" aria-disabled=${busy ? "true" : undefined} onClick=${keep}><${Icon} name="log" />${gettext("Keep under My games")}</button>
    ${problem && html`<p class="errors" role="alert">${problem} ${!shown.may_keep && html`<a href=${shown.sign_in}>${gettext("Sign in")}</a>`}</p>`}
  `;
}

function Asking({ verdict, problem, busy, ask }) {
  const again = problem || ["waiting", "later"].includes(verdict?.state);
  return html`
    ${busy && !verdict && html`<p class="muted" role="status">${gettext("One moment: every choice is being looked at.")}</p>`}
    ${problem && html`<p class="notice" role="status">${problem}</p>`}
    ${again && html`<p><button type="button" class="button small secondary" aria-disabled=${busy ? "true" : undefined} onClick=${ask}>${gettext("Ask again")}</button></p>`}
  `;
}

/** `result`: see state.js; `children`: buttons beside the result. */
export function End({ result, children }) {
  const { game } = result;
  const asked = useVerdict(game, result.verdict, shown.verdict, (verdict) => noteResult(result.id, { verdict }));
  return html`
    <${Finished} game=${game} dice=${gettext("dice of a browser")} totals=${result.totals} place=${result.places} when=${timeText(result.over, "short")} verdict=${asked.verdict} boxes=${shown.boxes} actions=${children} asking=${html`<${Asking} ...${asked} />`}>
      <div class="cluster"><${Keep} result=${result} /></div>
      <p class="muted">${gettext("This browser rolled the dice: nobody vouches for them, and the game is never rated.")}</p>
    <//>
  `;
}
