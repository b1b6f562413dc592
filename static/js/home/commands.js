// Commands to the lobby.

import { cast, restart } from "../net/commands.js";
import { signInAsGuest } from "../net/guest.js";
import { ticket, you } from "./state.js";

/** End my search for players, if there is one. */
export function stopSearch() {
  if (ticket.value && !ticket.value.room) cast({ type: "cancel" });
}

/** Sign in as a guest if needed. Resolves to null, or to an error message about `name`, which stands in
 *  `field`; `place`: where a free one is offered, if not there. */
export async function ensureName(name, field, place) {
  if (you.value.player !== null) return null;
  const wrong = await signInAsGuest(name.trim(), field, place);
  if (wrong === null) restart();
  return wrong;
}
