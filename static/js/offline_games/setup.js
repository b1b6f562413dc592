// A new game: who plays, and by which rules.

import { useState } from "preact/hooks";

import { gettext, interpolate, pgettext } from "../language/language.js";
import { storedName } from "../net/page-data.js";
import { cleaned, problemOf } from "../real_dice/entered-names.js";
import { Names, Switches } from "../real_dice/setup-fields.js";
import { bots, Face } from "../ui/bots.js";
import { html } from "../ui/html.js";
import { games, loadGame, shown } from "./data.js";
import { begin } from "./state.js";

const FIRST_BOT = "breeze";

function Bots({ chosen, setChosen, isFull }) {
  const toggle = (id) => setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return html`
    <fieldset class="offline-bots">
      <legend>${gettext("Bots")}</legend>
      ${bots.map(
        ({ id, name, title }) => html`
          <label class="offline-bot" key=${id}><input type="checkbox" checked=${chosen.includes(id)} disabled=${isFull && !chosen.includes(id)} onChange=${() => toggle(id)} /><${Face} persona=${id} /><span><b translate="no">${name}</b><small>${title}</small></span></label>
        `,
      )}
    </fieldset>
  `;
}

function Games({ chosen, choose, count }) {
  return html`
    <fieldset class="real-games">
      <legend>${gettext("Which game?")}</legend>
      ${games.map(
        ({ id, name, tagline, most_players: most }) => html`
          <label class="real-game" key=${id}><input type="radio" name="game" checked=${id === chosen.id} disabled=${count > most} onChange=${() => choose(id)} /><span><b>${name}<span class="visually-hidden">: </span></b><small>${tagline}</small></span></label>
        `,
      )}
    </fieldset>
  `;
}

function first() {
  return shown.name || storedName() || interpolate(gettext("Player %(number)s"), { number: 1 });
}

export function Setup() {
  const [names, setNames] = useState([first()]);
  const [rivals, setRivals] = useState([FIRST_BOT]);
  const [id, setId] = useState(shown.asked || games[0].id);
  const [switches, setSwitches] = useState({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const chosen = games.find((each) => each.id === id);
  const count = names.length + rivals.length;
  const isFull = count >= (chosen.most_players ?? shown.most_players);
  const choose = (next) => {
    setId(next);
    setSwitches({});
  };
  const start = async (event) => {
    event.preventDefault();
    if (busy) return;
    const people = cleaned(names).map((name) => ({ name, bot: null }));
    const players = [...people, ...bots.filter((bot) => rivals.includes(bot.id)).map(({ id: bot, name }) => ({ name, bot }))];
    const found = people.length === 0 ? problemOf([], shown.name_length) : problemOf(players.map(({ name }) => name), shown.name_length);
    setProblem(found);
    if (found) return;
    setBusy(true);
    try {
      const data = await loadGame(chosen.id, switches);
      begin({ ...data, rules: { ...data.rules, name: chosen.name } }, players);
    } catch (error) {
      console.error(error);
      setProblem(navigator.onLine ? gettext("Sorry, the rules could not be loaded. Please try again in a moment.") : gettext("These rules are not on this device. They come with the next connection."));
      setBusy(false);
    }
  };
  return html`
    <form class="form real-setup" novalidate onSubmit=${start}>
      <div class="real-split">
        <div class="stack">
          <fieldset class="real-names"><legend>${gettext("Who plays")}</legend><${Names} names=${names} setNames=${setNames} most=${shown.typed_length} more=${!isFull && gettext("One more player")} /></fieldset>
          <${Bots} chosen=${rivals} setChosen=${setRivals} isFull=${isFull} />
        </div>
        <div class="stack"><${Games} chosen=${chosen} choose=${choose} count=${count} /><${Switches} chosen=${chosen} switches=${switches} setSwitches=${setSwitches} /></div>
      </div>
      ${problem && html`<p class="notice error" role="alert">${problem}</p>`}
      <div class="form-actions"><button type="submit" class="button large" aria-disabled=${busy ? "true" : undefined}>${pgettext("verb", "Start")}</button></div>
    </form>
  `;
}
