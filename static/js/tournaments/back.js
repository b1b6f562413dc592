// After a game of a tournament: the way back. The page takes it automatically, unless the player stays.

import { useEffect, useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";

const SECONDS = 12;

/**
 * `code`: of the tournament. `playing`: whether I have just played here; others only get a link.
 */
export function BackToTournament({ code, playing }) {
  const [left, setLeft] = useState(playing ? SECONDS : null);
  const address = page.tournament.replace("CODE", code);
  useEffect(() => {
    if (left === null) return undefined;
    if (left === 0) {
      location.assign(address);
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return html`
    <a class="button large block" href=${address}>${gettext("To the tournament")}${left !== null && html` <span class="number" aria-hidden="true">(${left})</span>`}</a>
    ${left !== null && html`<button type="button" class="button quiet block" onClick=${() => setLeft(null)}>${gettext("Stay here")}</button>`}
  `;
}
