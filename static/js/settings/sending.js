// Sends changed settings of an account to the server, a moment after the last change.

import { csrfToken } from "../net/csrf.js";

const PAUSE_MS = 500;
const root = document.documentElement;
let timer = null;

async function send() {
  clearTimeout(timer);
  timer = null;
  const settings = JSON.parse(root.dataset.settings);
  const sent = Object.fromEntries(JSON.parse(root.dataset.unsent).map((name) => [name, settings[name]]));
  const body = new URLSearchParams({ changes: JSON.stringify(sent), csrfmiddlewaretoken: csrfToken() });
  let answer;
  try {
    answer = await fetch(root.dataset.settingsSave, { method: "POST", body, keepalive: true });
  } catch {
    return; // offline: the changes stay unsent, and go with the next change or page
  }
  if (!answer.ok) return;
  const { version } = await answer.json();
  root.dispatchEvent(new CustomEvent("settings-sent", { detail: { sent, version } }));
}

function sendSoon() {
  if (root.dataset.unsent === "[]") return;
  clearTimeout(timer);
  timer = setTimeout(send, PAUSE_MS);
}

/** Send all unsent changes, and all later ones. */
export function sendChanges() {
  if (!root.dataset.settingsSave) return; // a guest: the browser keeps the settings
  root.addEventListener("settings", sendSoon);
  addEventListener("pagehide", () => timer !== null && send());
  sendSoon();
}
