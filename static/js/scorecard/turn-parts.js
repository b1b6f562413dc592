// What a turn shows at a table, in a puzzle and without a network: its rolls, and its two buttons. Buttons that cannot be
// pressed now stay focusable (aria-disabled), so that the keyboard does not lose its place.

import { gettext, interpolate } from "../language/language.js";
import { html } from "../ui/html.js";
import { scoreWords } from "./turn-words.js";

/** `made`: rolls so far; `rolls`: of a turn; `all`: with those that earlier turns have saved. */
export function Rolls({ made, rolls, all = rolls, name = "rolls" }) {
  const saved = all - Math.max(made, rolls);
  const each = Array.from({ length: rolls }, (_, at) => at + 1);
  return html`
    <span class=${name} role="img" aria-label=${interpolate(gettext("Roll %(roll)s of %(rolls)s"), { roll: made, rolls: all })}>
      ${each.map((roll) => html`<i class=${roll <= made ? "made" : ""}></i>`)}${saved > 0 && html`<b title=${gettext("Saved rolls")}>+${saved}</b>`}
    </span>
  `;
}

export function ScoreButton({ sheet, option, enabled, onClick }) {
  return html`
    <button type="button" class="button large write" aria-disabled=${enabled ? undefined : "true"} onClick=${onClick}>
      <span>${scoreWords(sheet, option)}</span>
    </button>
  `;
}

/** `left`: rolls that are left of `all`; `quiet`: whether nobody is likely to want it. */
export function RollButton({ words, left, all, enabled, quiet = false, onClick }) {
  return html`
    <button type="button" class=${quiet ? "button secondary large roll" : "button large roll"} aria-disabled=${enabled ? undefined : "true"} aria-keyshortcuts="r" onClick=${onClick}>
      <span>${words}</span>
      <small>${interpolate(gettext("%(left)s of %(all)s left"), { left, all })}</small>
    </button>
  `;
}
