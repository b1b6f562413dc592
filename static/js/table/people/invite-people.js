// People whom I know, and my circles: ask them to this table with one tap.

import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate, isolate } from "../../language/language.js";
import { post } from "../../net/posting.js";
import { Avatar } from "../../ui/avatar.js";
import { html } from "../../ui/html.js";
import { announce } from "../../ui/live-region.js";
import { named } from "../../ui/typed.js";

/** The address of this table. */
const here = new URL(".", location.href).href;

/** Whom I can ask; null if that is unknown for want of a connection. */
async function readPeople() {
  try {
    const answer = await fetch(`${here}people`, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function PersonRow({ person, onProblem }) {
  const [asked, setAsked] = useState(person.asked);
  const ask = async () => {
    const { problem } = await post(`${here}invite`, { player: person.player });
    onProblem(problem);
    if (problem) return;
    setAsked(true);
    announce(gettext("Invited"));
  };
  return html`
    <li class="row">
      <${Avatar} name=${person.avatar} />
      <span class="row-main">${named(person.name)}${person.here && html` <span class="badge good">${gettext("Here now")}</span>`}</span>
      <span class="row-end"><button type="button" class="button secondary small" disabled=${asked} aria-label=${asked ? undefined : interpolate(gettext("Invite %(name)s"), { name: person.name })} onClick=${ask}><span>${asked ? gettext("Invited") : gettext("Invite")}</span></button></span>
    </li>
  `;
}

function CircleChoice({ circles, chosen, onProblem }) {
  const [circle, setCircle] = useState(chosen);
  const [kept, setKept] = useState(chosen);
  const tell = async () => {
    const { problem } = await post(`${here}circle`, { circle });
    onProblem(problem);
    if (problem) return;
    setKept(circle);
    announce(gettext("Saved."));
  };
  return html`
    <div class="field">
      <label for="table-circle">${gettext("For a circle or a friend")}</label>
      <div class="input-row">
        <span class="picker"><select id="table-circle" value=${circle} onChange=${(event) => setCircle(event.target.value)}>
          <option value="">${gettext("Nobody yet")}</option>
          ${circles.map(({ code, name }) => html`<option value=${code}>${isolate(name)}</option>`)}
        </select></span>
        <button type="button" class="button secondary" disabled=${circle === kept} onClick=${tell}>${circle ? gettext("Tell them") : gettext("Save")}</button>
      </div>
      <p class="hint">${gettext("Games here count for the circle, and its members are told.")}</p>
    </div>
  `;
}

export function InvitePeople() {
  const [found, setFound] = useState(undefined);
  const [problem, setProblem] = useState("");
  useEffect(() => void readPeople().then(setFound), []);
  if (found === undefined) return html`<p class="muted" role="status">${gettext("Loading…")}</p>`;
  if (found === null) return html`<p class="errors" role="alert">${gettext("No connection to the server.")}</p>`;
  const { people, circles, chosen, host } = found;
  return html`
    <div class="stack">
      <p class="errors" role="alert">${problem}</p>
      ${people.length > 0 && html`<ul class="list">${people.map((person) => html`<${PersonRow} key=${person.player} person=${person} onProblem=${setProblem} />`)}</ul>`}
      ${people.length === 0 && circles.length === 0 && html`<p class="muted">${gettext("People appear here once you have played together.")}</p>`}
      ${host && circles.length > 0 && html`<${CircleChoice} circles=${circles} chosen=${chosen} onProblem=${setProblem} />`}
    </div>
  `;
}
