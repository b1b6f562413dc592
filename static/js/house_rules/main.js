// The editor of house rules shows the card of what is chosen at once, and says what a change does in one line. Every
// page of rules tells what perfect play scores as soon as the server knows. Without this script a button shows the card.

const ASK_MS = 2000;
const MOST_ASKED = 90;
const PAUSE_MS = 250; // after the last change, before the server is asked
const BESIDE = matchMedia("(min-width: 56rem)"); // the card has room beside the questions

let asking = 0; // the newest question about perfect play: older ones end

async function askPerfect() {
  const mine = (asking += 1);
  const place = document.querySelector("[data-perfect]");
  if (!place?.dataset.perfect) return;
  for (let asked = 0; asked < MOST_ASKED && mine === asking; asked += 1) {
    const answer = await fetch(place.dataset.perfect, { method: asked === 0 ? "POST" : "GET" });
    if (!answer.ok && answer.status !== 429) return;
    const { state, text } = await answer.json();
    if (mine !== asking) return;
    if (place.textContent !== text) place.textContent = text;
    if (state !== "waiting") return;
    await new Promise((done) => setTimeout(done, ASK_MS));
  }
}

const sentences = () => [...document.querySelectorAll("[data-part=card] .rules-sentences > li")].map((each) => each.textContent);

/** Put a part of the answer in the place of the old one. The focus stays on its button. */
function replacePart(fresh) {
  const old = document.querySelector(`[data-part="${fresh.dataset.part}"]`);
  const focused = [...old.querySelectorAll("a, button")].indexOf(document.activeElement);
  old.replaceWith(fresh);
  fresh.querySelectorAll("a, button")[focused]?.focus();
}

function showName() {
  const place = document.querySelector("[data-name]");
  place.textContent = document.querySelector("[data-own-name]").value.trim() || place.dataset.name;
}

function watch(form) {
  let timer = 0;
  let newest = 0;
  const show = async () => {
    const mine = (newest += 1);
    const query = new URLSearchParams(new FormData(form));
    const address = `${form.getAttribute("action")}?${query}`;
    const answer = await fetch(address, { headers: { Accept: "text/html;part=rules" } });
    if (mine !== newest) return;
    const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
    const parts = [...parsed.querySelectorAll("[data-part]")];
    if (parts.length === 0) throw new Error(`no card: ${answer.status}`);
    const before = sentences();
    parts.forEach((part) => replacePart(document.importNode(part, true)));
    showName();
    const changed = sentences().find((each) => !before.includes(each));
    const highest = document.querySelector("[data-highest]").textContent;
    // What does not fit is an alert of its own.
    document.querySelector("[data-said]").textContent = answer.ok ? (changed ?? highest) : "";
    history.replaceState(null, "", address);
    askPerfect().catch(() => {});
  };
  form.addEventListener("change", ({ target }) => {
    if (target.name === "base") return location.assign(`${form.getAttribute("action")}?from=${target.value}`);
    clearTimeout(timer);
    // Without an answer the last card stays, and the next change tries again.
    timer = setTimeout(() => show().catch(() => {}), PAUSE_MS);
    return undefined;
  });
  document.querySelector("[data-own-name]").addEventListener("input", showName);
  document.querySelector("[data-card]").open = BESIDE.matches;
  showName();
}

for (const form of document.querySelectorAll("[data-rules-form]")) watch(form);
askPerfect().catch(() => {}); // without an answer the page stays as it is
