// Before a game: the fingerprint of its secret, the player's own seed, and who has sealed a seed.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { isServerAlone, seatSeal } from "../../fairness/seat-seal.js";
import { asSeed } from "../../fairness/seed.js";
import { store } from "../../fairness/store.js";
import { gettext, interpolate } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { Dialog } from "../../ui/dialog.js";
import { amongFriends } from "../../ui/guest-mark.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { myRoomSeat, room, you } from "../state/state.js";
import { mySealedSeed, setSeed } from "./sealing.js";

const open = signal(false);

function seedHint(own) {
  return own ? gettext("Nobody else sees it before the start.") : gettext("Your seed was sealed on another device. Set one here to replace it.");
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
          autocapitalize="none"
          aria-describedby="seed-hint"
          onInput=${(event) => setTyped(asSeed(event.target.value))}
        />
        <button class="button secondary" disabled=${!typed || typed === seed}>${gettext("Set")}</button>
      </div>
      <p class="hint" id="seed-hint">${seedHint(own)}</p>
    </form>
    ${myRoomSeat.value.seal &&
    html`<p class="code own-seal">${myRoomSeat.value.seal}</p>`}
  `;
}

function Seals() {
  const people = room.value.seats.filter((seat) => seat.player !== null);
  return html`
    <ul class="seals" aria-label=${gettext("Seeds")}>
      ${people.map(
        (seat) => html`<li key=${seat.seat}><span>${named(seat.name)}</span><span class="muted">${seatSeal(seat).words}</span></li>`,
      )}
    </ul>
  `;
}

function Entry({ entry }) {
  const words = interpolate(gettext("Entry %(index)s of the public log"), { index: entry.index });
  return html`<p class="hint"><a href=${`${page.fairLog}?entry=${entry.index}#entry-${entry.index}`}>${words}</a></p>`;
}

/** Shown where seeds cannot be kept: closing the tab would lose them. */
export function StorageWarning() {
  if (store.lasts || !myRoomSeat.value) return null;
  return html`
    <p class="notice warn" role="status">
      ${gettext("Your browser stores nothing for this site. Keep this tab open until the game has started.")}
    </p>
  `;
}

/** Fingerprint, seeds and seals. Friends ask for them by one more tap. */
function Numbers() {
  const { commitment, entry } = room.value.next;
  const numbers = html`
    <div>
      <p class="eyebrow">${gettext("Fingerprint of the secret")}</p>
      <p class="code">${commitment}</p>
      <${Entry} entry=${entry} />
    </div>
    ${myRoomSeat.value?.player === you.value.player && html`<${SeedField} />`}
    <${Seals} />
  `;
  if (!amongFriends.value) return numbers;
  return html`<details class="fold"><summary>${gettext("All figures")}</summary><div class="fold-body stack">${numbers}</div></details>`;
}

/** What the badge opens. Not inside the felt, whose colours it would take. */
export function FairDialog() {
  if (!open.value) return null;
  return html`
    <${Dialog} title=${gettext("Fair dice")} onClose=${() => (open.value = false)}>
      <div class="stack">
        <p>
          ${gettext("The server has already fixed its part of the dice, and every browser adds its own. After the game anyone can check every die.")}${" "}
          <a href=${page.fair}>${gettext("How it works")}</a>
        </p>
        <${Numbers} />
        ${isServerAlone(room.value.seats) && html`<p class="notice">${gettext("Dice by the server alone: no browser at this table has added anything.")}</p>`}
      </div>
    <//>
  `;
}

/** A badge that shows what the dice of the next game come from, to people who ask. */
export function FairDice() {
  return html`
    <button type="button" class="badge fair-badge" aria-haspopup="dialog" onClick=${() => (open.value = true)}>
      <${Icon} name="shield" />${gettext("Fair dice")}
    </button>
  `;
}
