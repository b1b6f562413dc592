// "Sit down" on the home page is one tap: it opens the room, which then takes a seat. The request
// travels in the tab's session storage, not in the address, so that no link can seat anyone.

const KEY = "sit-down";

/** Remember that this tab opens the room with this code to take a seat. */
export function requestSeat(code) {
  try {
    sessionStorage.setItem(KEY, code);
  } catch {
    return; // storage may be disabled: the room then offers a seat
  }
}

/** Return whether this tab opened the room with this code to take a seat, and forget it. */
export function takeSeatRequest(code) {
  try {
    const requested = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return requested === code;
  } catch {
    return false;
  }
}
