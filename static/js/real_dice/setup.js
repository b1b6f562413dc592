// A new card: who plays, and by which rules.

import { useState } from "preact/hooks";

import { gettext, listed, pgettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { addressOf } from "./addresses.js";
import { MOST_PLAYERS } from "./game.js";
import { cleaned, problemOf } from "./entered-names.js";
import { lastGroups } from "./season.js";
import { Names, Switches } from "./setup-fields.js";
import { begin, moment, results, shown } from "./state.js";

/** Return the data of rules from the server. Throws if it does not answer. */
export async function loadRules(id, switches) {
  const answer = await fetch(addressOf(shown.rules, id, switches));
  if (!answer.ok) throw new Error(`the rules: ${answer.status}`);
  return answer.json();
}

function Players({ names, setNames }) {
  const groups = lastGroups(results.value);
  return html`
    <fieldset class="real-names">
      <legend>${gettext("Who plays")}</legend>
      ${groups.length > 0 && html`<p class="cluster">${groups.map((group) => html`<button type="button" class="button small secondary" onClick=${() => setNames(group)}>${listed(group.map(named))}</button>`)}</p>`}
      <${Names} names=${names} setNames=${setNames} most=${shown.typed_length} more=${names.length < MOST_PLAYERS && gettext("Add a player")} />
    </fieldset>
  `;
}

function Games({ chosen, choose }) {
  return html`
    <fieldset class="real-games">
      <legend>${gettext("Which game?")}</legend>
      ${shown.games.map(
        ({ id, name, tagline }) => html`
          <label class="real-game"><input type="radio" name="game" checked=${id === chosen.id} onChange=${() => choose(id)} /><span><b>${name}<span class="visually-hidden">: </span></b><small>${tagline}</small></span></label>
        `,
      )}
      <p class="hint"><a href=${shown.editor}>${gettext("Other rules at home? Set them up as house rules.")}</a></p>
    </fieldset>
  `;
}

export function Setup() {
  const [names, setNames] = useState(lastGroups(results.value)[0] ?? ["", ""]);
  const [id, setId] = useState(shown.asked || shown.games[0].id);
  const [switches, setSwitches] = useState({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = shown.games.find((each) => each.id === id) ?? shown.games[0];
  const choose = (next) => {
    setId(next);
    setSwitches({});
  };
  const start = async (event) => {
    event.preventDefault();
    if (busy) return;
    const players = cleaned(names);
    setProblem(problemOf(players, shown.name_length));
    if (problemOf(players, shown.name_length)) return;
    setBusy(true);
    const seen = moment();
    try {
      begin({ ...(await loadRules(chosen.id, switches)), name: chosen.name }, players, seen);
    } catch (error) {
      console.error(error);
      setProblem(gettext("Sorry, the rules could not be loaded. Please try again in a moment."));
      setBusy(false);
    }
  };
  return html`
    <form class="form real-setup" novalidate onSubmit=${start}>
      <div class="real-split">
        <div class="stack"><${Players} names=${names} setNames=${setNames} /></div>
        <div class="stack"><${Games} chosen=${chosen} choose=${choose} /><${Switches} chosen=${chosen} switches=${switches} setSwitches=${setSwitches} /></div>
      </div>
      ${problem && html`<p class="notice error" role="alert">${problem}</p>`}
      <div class="form-actions"><button type="submit" class="button large" aria-disabled=${busy ? "true" : undefined}>${pgettext("verb", "Start")}</button></div>
    </form>
  `;
}
