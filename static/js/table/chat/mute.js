// Whether the host has muted me.

import { gettext } from "../../language/language.js";
import { isHost, myRoomSeat, room, you } from "../state/state.js";

/** Return why I cannot write in the chat; "" if I can. */
export function mutedReason() {
  if (isHost.value) return "";
  const isMuted = room.value.muted.includes(you.value.player) || (room.value.spectators_muted && !myRoomSeat.value);
  return isMuted ? gettext("The host has muted you.") : "";
}
