// The way to another game at the same table: who is still here, who wants to play, and the one large button.

import { gettext, interpolate, listed, ngettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { ask } from "../moves/commands.js";
import { Ended } from "../people/join.js";
import { JoinNext } from "../people/next-seat.js";
import { seedFields } from "../seeds/sealing.js";
import { isHost, mySeats, myRoomSeat, presence, rematchAskers, room, view } from "../state/state.js";

function rematch() {
  ask({ type: "rematch", ...seedFields() });
}

/** Return the people who played and have not asked for another game: {here, gone}, names. */
function idle() {
  const seats = new Map(room.value.seats.filter(({ player }) => player !== null).map((seat) => [seat.player, seat]));
  const others = view.value.seats.filter(({ seat, persona, player }) => !mySeats.value.includes(seat) && !persona && !seats.get(player)?.ready);
  const isHere = ({ player }) => seats.has(player) && presence.value.here.includes(player);
  const names = (list) => list.map(({ name }) => named(name));
  return { here: names(others.filter(isHere)), gone: names(others.filter((each) => !isHere(each))) };
}

/** Return what the others do, in one line that never moves what is below it. */
function othersWords() {
  const askers = rematchAskers.value.map(named);
  const { here, gone } = idle();
  const tell = (words, names) => interpolate(words, { names: listed(names) });
  if (askers.length > 0) return tell(ngettext("%(names)s wants to play again", "%(names)s want to play again", askers.length), askers);
  if (myRoomSeat.value.ready && here.length > 0) return tell(gettext("Waiting for %(names)s"), here);
  if (gone.length > 0) return tell(ngettext("%(names)s has gone", "%(names)s have gone", gone.length), gone);
  return here.length > 0 ? tell(ngettext("%(names)s is still here", "%(names)s are still here", here.length), here) : "";
}

function Waiting() {
  const { here, gone } = idle();
  const without = listed([...here, ...gone]);
  return html`
    <div class="rematch-buttons">
      <button type="button" class="button secondary" onClick=${() => ask({ type: "ready", ready: false })}>${gettext("Not now")}</button>
      ${isHost.value && html`<button type="button" class="button secondary" onClick=${() => ask({ type: "start" })}><span>${interpolate(gettext("Start without %(names)s"), { names: without })}</span></button>`}
    </div>
  `;
}

export function Rematch() {
  if (room.value.ended) return html`<${Ended} />`;
  if (!myRoomSeat.value) return html`<${JoinNext} />`;
  const isAlone = view.value.seats.length === 1;
  const hasOthers = view.value.seats.some(({ seat, persona }) => !mySeats.value.includes(seat) && !persona);
  return html`
    <div class="rematch">
      ${hasOthers && html`<p class="rematch-others" role="status">${othersWords()}</p>`}
      ${
        myRoomSeat.value.ready
          ? html`<${Waiting} />`
          : html`<button type="button" class="button large block" onClick=${rematch}><${Icon} name="repeat" />${isAlone ? gettext("Play again") : gettext("Rematch")}</button>`
      }
    </div>
  `;
}
