// The settings as a dialog at the table. Their fields are loaded when it is first opened.

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { loadStyle } from "../ui/load-style.js";

const isOpen = signal(false);
const panel = signal(null); // the component, once it is loaded

async function load() {
  const [{ SettingsPanel }] = await Promise.all([import("./panel.js"), loadStyle(page.settings)]);
  return SettingsPanel;
}

export async function openSettings() {
  isOpen.value = true;
  panel.value ??= await load();
}

/** The settings that are no part of the table; for those who have a name. */
function More() {
  if (!document.documentElement.dataset.player) return null;
  return html`<p class="cluster"><a class="button quiet" href="/settings/notices/" target="_blank">${gettext("Notices")}</a></p>`;
}

export function SettingsDialog() {
  if (!isOpen.value || !panel.value) return null;
  const close = () => {
    isOpen.value = false;
  };
  return html`<${Dialog} title=${gettext("Settings")} onClose=${close} name="settings-dialog"><${panel.value} /><${More} /><//>`;
}
