// The editor of house rules shows the card of what is chosen at once, and every page of rules tells what perfect play
// scores as soon as the server knows. Without this script a button shows the card.

const ASK_MS = 2000;
const MOST_ASKED = 90;
const PAUSE_MS = 250; // after the last change, before the server is asked

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

function watch(form) {
  let timer = 0;
  let newest = 0;
  const show = async () => {
    const mine = (newest += 1);
    const query = new URLSearchParams(new FormData(form));
    const address = `${form.getAttribute("action")}?${query}`;
    document.querySelector("[data-part]").setAttribute("aria-busy", "true");
    const answer = await fetch(address, { headers: { Accept: "text/html;part=rules" } });
    if (mine !== newest) return;
    const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = parsed.querySelector("[data-part]");
    if (!part) throw new Error(`no card: ${answer.status}`);
    document.querySelector("[data-part]").replaceWith(document.importNode(part, true));
    history.replaceState(null, "", address);
    askPerfect().catch(() => {});
  };
  form.addEventListener("change", ({ target }) => {
    if (target.name === "base") return location.assign(`${form.getAttribute("action")}?from=${target.value}`);
    clearTimeout(timer);
    // Without an answer the last card stays, and the next change tries again.
    timer = setTimeout(() => show().catch(() => document.querySelector("[data-part]").removeAttribute("aria-busy")), PAUSE_MS);
    return undefined;
  });
}

for (const form of document.querySelectorAll("[data-rules-form]")) watch(form);
askPerfect().catch(() => {}); // without an answer the page stays as it is
