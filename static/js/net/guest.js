// Becoming a guest: somebody who only typed a name.

import { page, storeName } from "./page-data.js";

export const LONGEST_NAME = 20;

/** The session is new, and so is its token: forms on the page must send that. */
function renewTokens() {
  const [, token] = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) ?? [];
  if (!token) return;
  page.csrf = token;
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = token;
}

/** Become a guest called `name`. Returns null, or what is wrong with the name. */
export async function becomeGuest(name) {
  const body = new URLSearchParams({ name, csrfmiddlewaretoken: page.csrf });
  let answer;
  try {
    answer = await fetch(page.guest, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    return "There is no connection to the server just now.";
  }
  if (answer.ok) {
    storeName(name);
    renewTokens();
    return null;
  }
  const refusal = await answer.json().catch(() => null);
  return refusal?.error?.message ?? "That did not work. Please reload the page and try again.";
}
