// Signing in as a guest, with only a name.

import { csrfToken, noteSession } from "./csrf.js";
import { page, storeName } from "./page-data.js";
import { post } from "./posting.js";

/** Put the new session's CSRF token into the forms of the page. */
function renewTokens() {
  const token = csrfToken();
  if (!token) return;
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = token;
}

let signingIn = null;

/** Sign in as a guest called `name`, once at a time. Returns null, or why the server refused the name. If it is taken, a button at
 *  `field`, or at `place`, puts a free one there. */
export function signInAsGuest(name, field, place) {
  signingIn ??= send(name, field, place).finally(() => {
    signingIn = null;
  });
  return signingIn;
}

async function send(name, field, place) {
  noteSession(null);
  const { answer, problem, free } = await post(page.guest, { name });
  noteSession();
  if (free && field) import("./free-name.js").then(({ offerName }) => offerName(field, free, place));
  if (answer === null) return problem;
  storeName(name);
  renewTokens();
  return null;
}
