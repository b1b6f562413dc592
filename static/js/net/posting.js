// Sends what people do on a page to the server: the one place that decides what they read when it is refused.

import { gettext } from "../language/language.js";
import { csrfToken, hasSessionChanged } from "./csrf.js";

const NO_CONTENT = 204;
const TOO_LARGE = 413; // a proxy says so before any view could say it in words; only cards are sent as texts
const NOTHING = { answer: null, isOffline: false, free: null };

function outdated() {
  return { ...NOTHING, problem: gettext("You signed in or out in another tab. Reload the page and try again.") };
}

/**
 * Post `fields`, or a text of JSON, to `address`. Return {answer, problem, isOffline, free}: what the server says, or null; why
 * not, or ""; whether that is for want of a connection; a free name, if one is taken. `keepalive`: also while the page is being left.
 */
export async function post(address, fields, { keepalive = false } = {}) {
  // What the page shows is somebody's who may be signed in no more: it would be another's deed.
  if (globalThis.document?.documentElement.dataset.player && hasSessionChanged()) return outdated();
  const isText = typeof fields === "string";
  const headers = { Accept: "application/json", "X-CSRFToken": csrfToken() };
  if (isText) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(address, { method: "POST", body: isText ? fields : new URLSearchParams(fields), headers, keepalive });
  } catch {
    return { ...NOTHING, isOffline: true, problem: gettext("No connection to the server.") };
  }
  if (response.redirected) return outdated(); // to the page for signing in
  const answer = response.status === NO_CONTENT ? {} : await response.json().catch(() => null);
  if (response.ok && answer) return { ...NOTHING, answer, problem: "" };
  const free = answer?.error?.free ?? null;
  if (response.status === TOO_LARGE && isText && !answer) return { ...NOTHING, problem: gettext("The scorecard is too large.") };
  return { ...NOTHING, free, problem: answer?.error?.message ?? gettext("Something went wrong. Reload the page and try again.") };
}
