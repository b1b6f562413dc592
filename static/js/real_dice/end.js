// A finished game on this device: its verdict is asked of the server, and it can be kept.

import { gettext } from "../language/language.js";
import { timeText } from "../language/times.js";
import { html } from "../ui/html.js";
import { Finished } from "./finished.js";
import { upload } from "./game.js";
import { Keep } from "./keep.js";
import { noteResult, shown } from "./state.js";
import { Asking, useVerdict } from "./verdict.js";

function Kept({ result }) {
  if (!result.kept && !shown.may_keep) return html`<p class="muted"><a href=${shown.sign_in}>${gettext("Sign in")}</a> ${gettext("to keep this game under My games, with a page to share.")}</p>`;
  return html`<${Keep} kept=${result.kept} address=${shown.keep} card=${upload(result.game)} note=${(facts) => noteResult(result.id, facts)} />`;
}

/** `result`: see store.js; `children`: buttons beside the result. */
export function End({ result, children }) {
  const { game } = result;
  const asked = useVerdict(game, result.verdict, shown.verdict, (verdict) => noteResult(result.id, { verdict }));
  return html`
    <${Finished} game=${game} totals=${result.totals} place=${result.places} when=${timeText(result.over, "short")} verdict=${asked.verdict} boxes=${shown.boxes} actions=${children} asking=${html`<${Asking} ...${asked} />`}>
      <div class="cluster"><${Kept} result=${result} /></div>
      <p class="muted">${gettext("The site stores nothing unless you keep the game.")}</p>
    <//>
  `;
}
