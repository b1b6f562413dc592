// The players with their totals. A tap shows a card, and lets that player enter next.

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { Flag, Icon } from "../ui/icon.js";
import { useScrollIntoView } from "../ui/scroll-into-view.js";
import { named } from "../ui/typed.js";
import { cardOf, turnsOf } from "./game.js";
import { acting, game, rules, show } from "./state.js";

function Player({ name, seat }) {
  const now = game.value;
  const total = rules.value.total(cardOf(now, rules.value, seat));
  const isActing = acting.value === seat;
  const isDone = turnsOf(now, seat).length === rules.value.boxes.length;
  return html`
    <button
      type="button"
      class="real-player"
      aria-pressed=${isActing}
      aria-disabled=${isDone || now.editing !== null ? "true" : undefined}
      onClick=${() => !isDone && now.editing === null && show({ ...now, seat })}
    >
      <${Flag} seat=${seat} /><span class="real-player-name">${named(name)}</span>${" "}
      <b>${total}</b><span class="visually-hidden"> ${gettext("points")}${isActing && `, ${gettext("enters now")}`}</span>${isDone && html`<${Icon} name="check" />`}
    </button>
  `;
}

export function Players() {
  const { names } = game.value;
  const list = useScrollIntoView('[aria-pressed="true"]', acting.value, 0);
  return html`<div ref=${list} class="real-players" role="group" aria-label=${gettext("Players")}>${names.map((name, seat) => html`<${Player} key=${seat} name=${name} seat=${seat} />`)}</div>`;
}
