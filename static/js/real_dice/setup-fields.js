// Fields of a new game: who plays, and what its rules let people choose.

import { gettext, interpolate } from "../language/language.js";
import { html } from "../ui/html.js";
import { Flag, Icon } from "../ui/icon.js";

/** `most`: characters of a field; `more`: what the button says that adds a player, or "" if nobody can be added. */
export function Names({ names, setNames, most, more }) {
  const put = (at, name) => setNames(names.map((old, each) => (each === at ? name : old)));
  return html`
    ${names.map(
      (name, at) => html`
        <div class="input-row" key=${at}>
          <${Flag} seat=${at} />
          <input value=${name} maxlength=${most} autocomplete="off" aria-label=${interpolate(gettext("Name of player %(number)s"), { number: at + 1 })} onInput=${(event) => put(at, event.target.value)} />
          ${names.length > 1 && html`<button type="button" class="icon-button" aria-label=${interpolate(gettext("Remove player %(number)s"), { number: at + 1 })} onClick=${() => setNames(names.filter((_, each) => each !== at))}><${Icon} name="close" /></button>`}
        </div>
      `,
    )}
    ${more && html`<button type="button" class="button small secondary" onClick=${() => setNames([...names, ""])}><${Icon} name="plus" />${more}</button>`}
  `;
}

/** `chosen`: the game; `switches`: what is chosen of it, by the ids of its switches. */
export function Switches({ chosen, switches, setSwitches }) {
  return chosen.switches.map(({ id, name, choices }) => {
    const now = choices.find(({ value }) => value === switches[id]) ?? choices[0];
    return html`
      <div class="field" key=${id}>
        <label for=${`switch-${id}`}>${name}</label>
        <select id=${`switch-${id}`} onChange=${(event) => setSwitches({ ...switches, [id]: event.target.value })}>
          ${choices.map((each) => html`<option value=${each.value} selected=${each === now}>${each.name}</option>`)}
        </select>
        <p class="hint">${now.hint}</p>
      </div>
    `;
  });
}
