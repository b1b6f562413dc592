// Commands to the tournament.

import { ask, restart } from "../net/commands.js";
import { signInAsGuest } from "../net/guest.js";
import { you } from "./state.js";

/** Take part, after signing in as a guest called `name` if needed. Resolves to null or an error message. */
export async function join(name) {
  if (you.value.player === null) {
    const wrong = await signInAsGuest(name);
    if (wrong !== null) return wrong;
    restart();
  }
  return ask({ type: "join" });
}
