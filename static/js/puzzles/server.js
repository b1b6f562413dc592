// Asks the server for verdicts and puzzles.

import { gettext } from "../language/language.js";
import { csrfToken } from "../net/csrf.js";

/** Post `fields` to `address`. Return {answer, problem}: the answer or null, why not or "". */
export async function post(address, fields) {
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: csrfToken() });
  let response;
  try {
    response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    return { answer: null, problem: gettext("No connection to the server.") };
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return { answer, problem: "" };
  return { answer: null, problem: answer?.error?.message ?? gettext("Something went wrong. Reload the page and try again.") };
}
