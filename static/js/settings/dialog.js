// The settings as a dialog at the table.

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { SettingsPanel } from "./panel.js";

export const settingsOpen = signal(false);

export function SettingsDialog() {
  if (!settingsOpen.value) return null;
  const close = () => {
    settingsOpen.value = false;
  };
  return html`<${Dialog} title=${gettext("Settings")} onClose=${close} name="settings-dialog"><${SettingsPanel} /><//>`;
}
