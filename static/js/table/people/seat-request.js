// "Take a seat" on the home page is one tap: it opens the room, which then takes a seat. The request
// travels in the tab's session storage, not in the address, so that no link can seat anyone.

import { remember, remembered } from "../../net/tab-store.js";

const KEY = "sit-down";

/** Remember that this tab opens the room with this code to take a seat. */
export function requestSeat(code) {
  remember(KEY, code);
}

/** Return whether this tab opened the room with this code to take a seat, and forget it. */
export function takeSeatRequest(code) {
  const isRequested = remembered(KEY) === code;
  remember(KEY, "");
  return isRequested;
}
