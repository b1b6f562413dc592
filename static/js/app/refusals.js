// What the player has said no to in this browser, and when.

/** Return when the offer `name` was declined, in ms since 1970; 0 if it was not. */
export function refusedAt(name) {
  try {
    return Number(localStorage.getItem(name));
  } catch {
    return 0; // storage may be disabled
  }
}

/** Note that the offer `name` is declined now. */
export function noteRefusal(name) {
  try {
    localStorage.setItem(name, Date.now());
  } catch {
    return;
  }
}
