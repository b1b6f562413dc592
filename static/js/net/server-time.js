// The server's clock as seen from here: deadlines are in its time, and a phone's clock may be wrong.

let skew = 0;

/** Note that the server's clock shows `ms` now. */
export function setServerTime(ms) {
  skew = ms - Date.now();
}

/** Return the server's time, milliseconds since 1970. */
export function serverNow() {
  return Date.now() + skew;
}
