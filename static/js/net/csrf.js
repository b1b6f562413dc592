// The token that Django wants with each POST. The server changes it whenever somebody signs in or out.

/** Return the CSRF token of the browser's cookie; "" without one. */
export function csrfToken() {
  return globalThis.document?.cookie?.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

let known = csrfToken();

/** The page belongs to the person who is signed in now. */
export function noteSession() {
  known = csrfToken();
}

/** Return whether somebody has signed in or out in this browser since the page was opened, or `noteSession`. */
export function hasSessionChanged() {
  known ||= csrfToken(); // the first page of a browser has none
  return csrfToken() !== known;
}
