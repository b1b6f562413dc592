// The form for a new card. The browser seals a seed, then the server commits to its secret, then the browser shows the
// seed. It is kept before that, so that the card's page can show it if the connection breaks in between.

import { gettext } from "../language/language.js";
import { newGroupSeed } from "../fairness/group.js";
import { asSeed } from "../fairness/seed.js";
import { noteSession } from "../net/csrf.js";
import { post } from "../net/posting.js";
import { keepCard } from "./store.js";

const form = document.querySelector("[data-new-card]");
const problem = form?.querySelector("[data-problem]");
const button = form?.querySelector("button[type=submit]");

/** Return the address of the new card; "" if there is none. */
async function makeCard() {
  const { text, ...fields } = Object.fromEntries(new FormData(form));
  const seed = newGroupSeed(asSeed(text));
  const made = await post(form.action, { ...fields, seal: seed.seal });
  noteSession(); // visitors have become guests
  problem.textContent = made.problem;
  if (made.answer === null) return "";
  const { address, ...card } = made.answer;
  keepCard({ ...card, ...seed });
  // If this fails, the card's page tries again.
  await post(`${address}seed`, { salt: seed.salt, text: seed.text });
  return address;
}

async function send(event) {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  const label = button.textContent;
  button.textContent = gettext("Loading…");
  const address = await makeCard();
  if (address) {
    location.assign(address);
    return;
  }
  button.disabled = false;
  button.textContent = label;
  button.focus();
}

form?.addEventListener("submit", send);
// Back from the card's page, the browser may show this page as it was left.
addEventListener("pageshow", () => {
  if (button) button.disabled = false;
});
