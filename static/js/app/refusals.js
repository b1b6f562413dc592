// The offers that the player has declined in this browser, and when.

/** Return when the offer `name` was declined, in ms since 1970; 0 if it was not. */
export function refusedAt(name) {
  try {
    return Number(localStorage.getItem(name));
  } catch {
    return 0; // storage may be disabled
  }
}

/** Note that the player has just declined the offer `name`. */
export function noteRefusal(name) {
  try {
    localStorage.setItem(name, Date.now());
  } catch {
    return;
  }
}
