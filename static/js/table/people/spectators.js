// Who watches: a mark with their number, and a list of their names.

import { signal } from "@preact/signals";

import { interpolate, ngettext } from "../../language/language.js";
import { profileAddress } from "../../net/page-data.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { presence } from "../state/state.js";

const open = signal(false);

function counted(number) {
  return interpolate(ngettext("%(watching)s person watching", "%(watching)s people watching", number), { watching: number });
}

function Unnamed({ number }) {
  if (number === 0) return null;
  return html`<li class="row muted">${interpolate(ngettext("%(count)s guest", "%(count)s guests", number), { count: number })}</li>`;
}

function List() {
  const { watching, watchers } = presence.value;
  return html`
    <${Dialog} title=${counted(watching)} onClose=${() => (open.value = false)}>
      <ul class="list">
        ${watchers.map((name) => html`<li class="row" key=${name}><a href=${profileAddress(name)}>${named(name)}</a></li>`)}
        <${Unnamed} number=${watching - watchers.length} />
      </ul>
    <//>
  `;
}

/** Nothing while nobody watches. */
export function Spectators() {
  const { watching } = presence.value;
  if (!watching) return null;
  return html`
    <button type="button" class="spectators" data-spectators aria-label=${counted(watching)} title=${counted(watching)} onClick=${() => (open.value = true)}>
      <${Icon} name="eye" /><span class="number">${watching}</span>
    </button>
    ${open.value && html`<${List} />`}
  `;
}
