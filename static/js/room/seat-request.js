// "Sit down" in the lobby is one tap: it opens the room, which then takes the seat. The wish goes by
// the tab's own storage and not by the address, so that no link from elsewhere can seat anybody.

const KEY = "sit-down";

/** Remember that this tab goes to the room with this code to sit down. */
export function wishSeat(code) {
  try {
    sessionStorage.setItem(KEY, code);
  } catch {
    return; // storage may be forbidden: then the room offers the seat
  }
}

/** Return whether this tab came to the room with this code to sit down, and forget it. */
export function takeSeatWish(code) {
  try {
    const wished = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return wished === code;
  } catch {
    return false;
  }
}
