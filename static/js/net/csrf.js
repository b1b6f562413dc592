// The token that Django wants with each POST. The server changes it whenever somebody signs in or out.

/** Return the CSRF token of the browser's cookie; "" without one. */
export function csrfToken() {
  return globalThis.document?.cookie?.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

// Only embeds are ever in a frame: they have no session, and read no cookies. Null while the page signs its visitor in.
let known = globalThis.top === globalThis.self ? csrfToken() : "";

/** The page is of the person who has this token. */
export function noteSession(token = csrfToken()) {
  known = token;
}

/** Return whether somebody has signed in or out in this browser since the page was opened, or `noteSession`. */
export function hasSessionChanged() {
  if (known === null) return false;
  known ||= csrfToken(); // the first page of a browser has none
  return csrfToken() !== known;
}
