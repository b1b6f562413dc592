// Sends changed settings of an account to the server, a moment after the last change.

import { post } from "../net/posting.js";

const PAUSE_MS = 500;
const root = document.documentElement;
let timer = null;

async function send() {
  clearTimeout(timer);
  timer = null;
  const settings = JSON.parse(root.dataset.settings);
  const sent = Object.fromEntries(JSON.parse(root.dataset.unsent).map((name) => [name, settings[name]]));
  const { answer } = await post(root.dataset.settingsSave, { changes: JSON.stringify(sent) }, { keepalive: true });
  if (answer === null) return; // the changes stay unsent, and go with the next change or page
  const { version } = answer;
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
