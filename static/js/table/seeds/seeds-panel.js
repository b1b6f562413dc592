// Before a game: the fingerprint of its secret, the player's own seed, and who has sealed a seed.

import { useState } from "preact/hooks";

import { seatSeal } from "../../fairness/seat-seal.js";
import { asSeed } from "../../fairness/seed.js";
import { store } from "../../fairness/store.js";
import { gettext, interpolate, parts } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { myRoomSeat, room } from "../state/state.js";
import { mySealedSeed, setSeed } from "./sealing.js";

function seedHint(own) {
  if (!own) return gettext("Your seed was sealed on another device. Set one here to replace it.");
  return gettext("Any letters and digits. Your browser generated this one, and adds random ones when it seals it. Nobody else sees it before the start.");
}

function SeedField() {
  const [typed, setTyped] = useState(null);
  const own = mySealedSeed();
  const seed = own?.text ?? "";
  const save = (event) => {
    event.preventDefault();
    if (typed) setSeed(typed);
    setTyped(null);
  };
  return html`
    <form class="field" onSubmit=${save}>
      <label for="seed">${gettext("Your seed")}</label>
      <div class="input-row">
        <input
          id="seed"
          class="code"
          value=${typed ?? seed}
          spellcheck="false"
          autocomplete="off"
          aria-describedby="seed-hint"
          onInput=${(event) => setTyped(asSeed(event.target.value))}
        />
        <button class="button secondary" disabled=${!typed || typed === seed}>${gettext("Set")}</button>
      </div>
      <p class="hint" id="seed-hint">${seedHint(own)}</p>
    </form>
    ${myRoomSeat.value.seal &&
    html`<div class="own-seal">
      <p class="eyebrow">${gettext("Its seal")}</p>
      <p class="code">${myRoomSeat.value.seal}</p>
    </div>`}
  `;
}

function Seals() {
  const people = room.value.seats.filter((seat) => seat.player !== null);
  return html`
    <ul class="seals" aria-label=${gettext("Seeds of the players")}>
      ${people.map(
        (seat) => html`<li key=${seat.seat}><span>${seat.name}</span><span class="muted">${seatSeal(seat).words}</span></li>`,
      )}
    </ul>
  `;
}

function Entry({ entry }) {
  const words = interpolate(gettext("%(index)s of the public log"), { index: entry.index });
  const place = html`<a href=${`${page.fairLog}?entry=${entry.index}#entry-${entry.index}`}>${words}</a>`;
  return html`
    <p class="hint">
      ${parts(gettext("Entry %(place)s, written before anyone saw the fingerprint."), { place })}
    </p>
  `;
}

function explanation() {
  const first = gettext("The server has already chosen the secret behind the dice and publishes its fingerprint now.");
  return `${first} ${gettext("Every browser adds a sealed seed, shows it when the game starts, and checks the others’. After the game the server reveals the secret, and anyone can check every die.")}`;
}

/** Shown where seeds cannot be kept: closing the tab would lose them. */
export function StorageWarning() {
  if (store.lasts || !myRoomSeat.value) return null;
  return html`
    <p class="notice warn" role="status">
      ${gettext("Your browser stores nothing for this site. Keep this tab open until the game has started: only this tab knows your seed.")}
    </p>
  `;
}

export function SeedsPanel() {
  const { commitment, entry } = room.value.next;
  return html`
    <details class="fold">
      <summary><${Icon} name="shield" />${gettext("Fair dice that you can check")}</summary>
      <div class="fold-body stack">
        <p>${explanation()}</p>
        <div>
          <p class="eyebrow">${gettext("Fingerprint of the secret")}</p>
          <p class="code">${commitment}</p>
          <${Entry} entry=${entry} />
        </div>
        ${myRoomSeat.value && html`<${SeedField} />`}
        <${Seals} />
      </div>
    </details>
  `;
}
