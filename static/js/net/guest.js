// Signing in as a guest, with only a name.

import { gettext } from "../language/language.js";
import { csrfToken } from "./csrf.js";
import { page, storeName } from "./page-data.js";

/** Put the new session's CSRF token into the forms of the page. */
function renewTokens() {
  const token = csrfToken();
  if (!token) return;
  page.csrf = token;
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = token;
}

let signingIn = null;

/** Sign in as a guest called `name`, once at a time. Returns null, or why the server refused the name. If it is taken, a button at
 *  `field`, or at `place`, puts a free one there. */
export function signInAsGuest(name) {
  signingIn ??= send(name).finally(() => {
    signingIn = null;
  });
  return signingIn;
}

async function send(name, field, place) {
  const body = new URLSearchParams({ name, csrfmiddlewaretoken: page.csrf });
  let answer;
  try {
    answer = await fetch(page.guest, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    return gettext("No connection to the server.");
  }
  if (answer.ok) {
    storeName(name);
    renewTokens();
    return null;
  }
  const refusal = await answer.json().catch(() => null);
  const free = refusal?.error?.free;
  if (free && field) import("../ui/free-name.js").then(({ offerName }) => offerName(field, free, place));
  return refusal?.error?.message ?? gettext("Something went wrong. Reload the page and try again.");
}
