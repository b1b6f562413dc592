// The button at the table that mutes all sounds, and brings the last volume back.

import { gettext } from "../language/language.js";
import { sound } from "../settings/settings.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";

const KEY = "volume"; // the volume before the sounds were muted
const USUAL = 0.6;

let last = null;

function remember(volume) {
  last = volume;
  try {
    localStorage.setItem(KEY, volume);
  } catch {
    return; // storage may be disabled: then only this page remembers
  }
}

function lastVolume() {
  try {
    const stored = Number(localStorage.getItem(KEY));
    return stored > 0 && stored <= 1 ? stored : (last ?? USUAL);
  } catch {
    return last ?? USUAL;
  }
}

function toggle() {
  if (sound.value === 0) {
    sound.value = lastVolume();
  } else {
    remember(sound.value);
    sound.value = 0;
  }
}

export function MuteButton() {
  const muted = sound.value === 0;
  const label = muted ? gettext("Turn sound on") : gettext("Turn sound off");
  return html`
    <button type="button" class="icon-button mute" aria-label=${label} title=${gettext("Sound")} onClick=${toggle}>
      <${Icon} name=${muted ? "sound-off" : "sound"} />
    </button>
  `;
}
