// Form fields for settings. Each shows and sets one signal of settings.js.

import { html } from "../ui/html.js";

/** One of a few values in a row of buttons. `labels`: {value: text}. */
export function Segments({ name, legend, setting, labels, hint = "" }) {
  const option = ([value, label]) => html`
    <label key=${value}>
      <input
        type="radio"
        name=${name}
        value=${value}
        checked=${setting.value === value}
        onChange=${() => (setting.value = value)}
      />
      <span>${label}</span>
    </label>
  `;
  return html`
    <fieldset class="segmented" aria-describedby=${hint ? `${name}-hint` : undefined}>
      <legend>${legend}</legend>
      ${Object.entries(labels).map(option)}
    </fieldset>
    ${hint && html`<p class="hint" id=${`${name}-hint`}>${hint}</p>`}
  `;
}

/** On or off. With `isOn` and `onSwitch(on)` it need not be the signal's value. */
export function Switch({ setting, label, hint = "", disabled = false, isOn, onSwitch }) {
  const set = onSwitch ?? ((on) => (setting.value = on));
  return html`
    <label class="switch setting-switch">
      <input
        type="checkbox"
        role="switch"
        checked=${isOn ?? setting.value}
        disabled=${disabled}
        onChange=${(event) => set(event.currentTarget.checked)}
      />
      <span>${label}${hint && html`<span class="hint">${hint}</span>`}</span>
    </label>
  `;
}

/** One of several looks, each with a picture. `looks`: {value: text}; `picture(value)` draws one. */
export function Looks({ name, legend, setting, looks, picture }) {
  const option = ([value, label]) => html`
    <label class="look" key=${value}>
      <input
        type="radio"
        name=${name}
        value=${value}
        checked=${setting.value === value}
        onChange=${() => (setting.value = value)}
      />
      ${picture(value)}
      <span>${label}</span>
    </label>
  `;
  return html`
    <fieldset class="looks">
      <legend>${legend}</legend>
      ${Object.entries(looks).map(option)}
    </fieldset>
  `;
}

/** A volume from 0 to 1. `words(value)`: what it is called. */
export function Volume({ setting, label, words }) {
  const set = (event) => {
    setting.value = Number(event.currentTarget.value) / 100;
  };
  return html`
    <label class="volume">
      <span>${label}</span>
      <input
        type="range"
        min="0"
        max="100"
        step="5"
        value=${Math.round(setting.value * 100)}
        aria-valuetext=${words(setting.value)}
        onInput=${set}
      />
      <output class="number">${words(setting.value)}</output>
    </label>
  `;
}
