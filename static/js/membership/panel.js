// All settings as a form, for the settings page and the dialog at the table. A change applies at once.

import { gettext, percent } from "../language/language.js";
import * as settings from "../settings/settings.js";
import { html } from "../ui/html.js";
import { Looks, Segments, Switch, Volume } from "./fields.js";
import { LookDie, LookFelt, Preview } from "./pictures.js";

function volumeWords(volume) {
  if (volume === 0) return gettext("Off");
  return percent(volume);
}

function Look() {
  const { theme, feltLook, diceLook, pips } = settings;
  const felts = {
    navy: gettext("Navy"),
    green: gettext("Green"),
    burgundy: gettext("Burgundy"),
    contrast: gettext("High contrast"),
  };
  const dice = {
    ivory: gettext("Ivory"),
    casino: gettext("Casino"),
    midnight: gettext("Midnight"),
    contrast: gettext("High contrast"),
  };
  const themes = { auto: gettext("Match the device"), light: gettext("Light"), dark: gettext("Dark") };
  return html`
    <section class="setting-group">
      <h3>${gettext("Look")}</h3>
      <${Preview} felt=${feltLook.value} dice=${diceLook.value} pips=${pips.value} />
      <${Looks} name="felt" legend=${gettext("Felt")} setting=${feltLook} looks=${felts} picture=${(value) => html`<${LookFelt} look=${value} />`} />
      <${Looks} name="dice" legend=${gettext("Dice")} setting=${diceLook} looks=${dice} picture=${(value) => html`<${LookDie} look=${value} pips=${pips.value} />`} />
      <${Switch}
        setting=${pips}
        label=${gettext("Pips in four colours")}
        hint=${gettext("Neighbouring numbers differ at a glance.")}
        onSwitch=${(on) => (pips.value = on ? "four colours" : "plain")}
        isOn=${pips.value === "four colours"}
      />
      <${Segments} name="theme" legend=${gettext("Page")} setting=${theme} labels=${themes} />
    </section>
  `;
}

function Play() {
  const { confirmScore, motion } = settings;
  return html`
    <section class="setting-group">
      <h3>${gettext("Play")}</h3>
      <${Segments}
        name="confirm"
        legend=${gettext("Scoring")}
        setting=${confirmScore}
        labels=${{ "two taps": gettext("Two taps"), "one tap": gettext("One tap") }}
        hint=${confirmScore.value === "one tap" ? gettext("You can undo it for three seconds.") : gettext("Choose a box, then confirm it.")}
      />
      <${Segments}
        name="motion"
        legend=${gettext("Motion")}
        setting=${motion}
        labels=${{ full: gettext("Full"), short: gettext("Short"), none: gettext("None") }}
        hint=${gettext("How long dice roll, and how much moves.")}
      />
    </section>
  `;
}

function Senses() {
  const { sound, captions, haptics } = settings;
  return html`
    <section class="setting-group">
      <h3>${gettext("Sound")}</h3>
      <${Volume} setting=${sound} label=${gettext("Volume")} words=${volumeWords} />
      <${Switch} setting=${captions} label=${gettext("Captions for sounds")} hint=${gettext("Short texts say what can be heard.")} />
      <${Switch} setting=${haptics} label=${gettext("Vibration")} />
    </section>
  `;
}

export function SettingsPanel() {
  return html`<div class="settings-panel"><${Look} /><${Play} /><${Senses} /></div>`;
}
