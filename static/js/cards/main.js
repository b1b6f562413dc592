// The page of a card: its sender's browser shows the seed if it has not yet, and everybody's checks the proof.

import { gettext } from "../language/language.js";
import { post } from "../net/posting.js";
import "../ui/share-places.js";
import { judge } from "./proof.js";
import { keptCard } from "./store.js";

const root = document.querySelector("[data-code]");
const { code, seed } = root.dataset;

/** Show the seed that this browser sealed, and then the open card. */
async function open(place) {
  const kept = keptCard(code);
  if (kept === null) {
    place.textContent = gettext("The browser in which you made this card keeps its part of the dice. Open this page there.");
    return;
  }
  const { answer, problem } = await post(seed, { salt: kept.salt, text: kept.text });
  if (answer !== null) {
    location.reload();
    return;
  }
  root.querySelector("[data-problem]").textContent = problem;
  addEventListener("online", () => location.reload(), { once: true });
}

const opening = root.querySelector("[data-opening]");
if (opening) open(opening);

const data = document.getElementById("proof-data");
if (data) root.querySelector("[data-proof]").textContent = judge(JSON.parse(data.textContent), keptCard(code));
