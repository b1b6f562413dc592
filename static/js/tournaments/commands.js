// Commands to the tournament.

import { ask, restart } from "../net/commands.js";
import { signInAsGuest } from "../net/guest.js";
import { you } from "./state.js";

/** Take part, after signing in as a guest called `name`, which stands in `field`, if needed. Resolves to null or an
 *  error message. */
export async function join(name, field) {
  if (you.value.player === null) {
    const wrong = await signInAsGuest(name, field);
    if (wrong !== null) return wrong;
    restart();
  }
  return ask({ type: "join" });
}
