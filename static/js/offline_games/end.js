// A finished game: places, the verdict of the server once there is a connection, and keeping it.

import { gettext } from "../language/language.js";
import { timeText } from "../language/times.js";
import { Finished } from "../real_dice/finished.js";
import { Keep } from "../real_dice/keep.js";
import { Asking, useVerdict } from "../real_dice/verdict.js";
import { html } from "../ui/html.js";
import { shown } from "./data.js";
import { toUpload } from "./engine.js";
import { noteResult } from "./state.js";

function Kept({ result }) {
  const { id, kept } = result;
  return html`
    <${Keep} kept=${kept} address=${shown.keep.replace("GAME", id)} card=${toUpload(result.game)} note=${(facts) => noteResult(id, facts)}>
      ${!shown.may_keep && html`<a href=${shown.sign_in}>${gettext("Sign in")}</a>`}
    <//>
  `;
}

/** `result`: see state.js; `children`: buttons beside the result. */
export function End({ result, children }) {
  const { game } = result;
  const asked = useVerdict(game, result.verdict, shown.verdict, (verdict) => noteResult(result.id, { verdict }));
  return html`
    <${Finished} game=${game} dice=${gettext("dice of a browser")} totals=${result.totals} place=${result.places} when=${timeText(result.over, "short")} verdict=${asked.verdict} boxes=${shown.boxes} actions=${children} asking=${html`<${Asking} ...${asked} />`}>
      <div class="cluster"><${Kept} result=${result} /></div>
      <p class="muted">${gettext("This browser rolled the dice: nobody vouches for them, and the game is never rated.")}</p>
    <//>
  `;
}
