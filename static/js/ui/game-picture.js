// The boxes of the chosen game with dice that fill them, beside the form in a wide window. The server draws them, as in the
// table's panel for a box (learning/box-rule.js).

import { loadStyle } from "./load-style.js";

const loading = new Map(); // promises of boxes, by their address: elements

async function load(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html;part=boxes" } });
  if (!answer.ok) throw new Error(`the boxes of a game: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...parsed.querySelectorAll("[data-box]")];
}

/** A line: the name of a box, the dice of its first example and what they score. */
function row(box) {
  const line = document.createElement("li");
  const name = document.createElement("span");
  name.textContent = box.querySelector("h2").textContent;
  line.append(name, box.querySelector(".drawn-dice"), box.querySelector(".example-points"));
  return line;
}

function named(template, game) {
  return template.replace("RULES", encodeURIComponent(game));
}

/** Show the boxes of the game that is chosen in `form` in `picture`, now and after each change. */
export async function showGame(form, picture) {
  const list = picture.querySelector("ul");
  const ready = Promise.all(picture.dataset.styles.split(" ").map(loadStyle));
  let shown = "";

  async function show() {
    const chosen = form.querySelector("[name=variant]:checked");
    if (!chosen || chosen.value === shown) return;
    shown = chosen.value;
    const address = named(picture.dataset.boxes, shown);
    if (!loading.has(address)) loading.set(address, load(address));
    const [boxes] = await Promise.all([loading.get(address), ready]);
    if (shown !== chosen.value) return; // another game was chosen meanwhile
    picture.querySelector("h2").textContent = chosen.dataset.says;
    picture.querySelector("a").href = named(picture.dataset.rules, shown);
    list.replaceChildren(...boxes.map((box) => row(box.cloneNode(true))));
    picture.hidden = false;
  }

  /** The form does without the picture. */
  const tryToShow = () => show().catch((error) => console.warn(error));
  form.addEventListener("change", tryToShow);
  await tryToShow();
}
