// Says above all tabs that a game differs from what this browser recorded during it.

import { compareWithStore } from "../fairness/game-check.js";
import { gettext } from "../language/language.js";
import { data } from "./state.js";

/** Compare the game with the records in `store`, and show the differences, if there are any. */
export function raise(store) {
  const record = compareWithStore(data, store);
  if (record === null || record.problems.length === 0) return;
  const link = document.createElement("a");
  link.href = "#proof";
  link.textContent = gettext("The check failed.");
  const place = document.getElementById("alarm");
  place.className = "notice error";
  place.append(link, ` ${record.problems.join(" ")}`);
}
