// The server's clock. Deadlines use it, because a phone's own clock may be wrong.

let skew = 0;

/** Set the server's current time, in ms since 1970. */
export function setServerTime(ms) {
  skew = ms - Date.now();
}

/** Return the server's time in ms since 1970. */
export function serverNow() {
  return Date.now() + skew;
}
