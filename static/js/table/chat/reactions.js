// Reactions: pictures and phrases, one tap each. They show beside the sender's name and are not kept.

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { ask } from "../moves/commands.js";
import { isSilent } from "../state/round-state.js";
import { cheer, you } from "../state/state.js";
import { mutedReason } from "./mute.js";

/** The pictures: `name` on the wire, the `sign` that shows, and what it says to a screen reader. */
const PICTURES = [
  { name: "clap", sign: "👏", words: () => gettext("Applause") },
  { name: "fire", sign: "🔥", words: () => gettext("On fire") },
  { name: "laugh", sign: "😄", words: () => gettext("Laughing") },
  { name: "wow", sign: "😮", words: () => gettext("Wow") },
  { name: "cry", sign: "😢", words: () => gettext("Crying") },
  { name: "luck", sign: "🤞", words: () => gettext("Fingers crossed") },
];
const PHRASES = [
  { name: "good_luck", words: () => gettext("Good luck!") },
  { name: "nice_roll", words: () => gettext("Nice roll!") },
  { name: "so_close", words: () => gettext("So close!") },
  { name: "ouch", words: () => gettext("Ouch!") },
  { name: "well_played", words: () => gettext("Well played!") },
  { name: "thanks", words: () => gettext("Thanks!") },
];
const KNOWN = new Map([...PICTURES, ...PHRASES].map((each) => [each.name, each]));

/** Return {sign, words} of a reaction (only pictures have a sign); undefined for one of a newer server. */
export function reactionOf(name) {
  const known = KNOWN.get(name);
  return known && { sign: known.sign ?? "", words: known.words() };
}

/** Whether I may react: I must have a name, and must not be muted. */
export function mayReact() {
  return you.value.player !== null && !isSilent.value && mutedReason() === "";
}

function react(name) {
  ask({ type: "react", reaction: name });
}

/** The phrase that fits what somebody else has just done, as one button. */
export function Cheer() {
  const say = () => {
    react(cheer.value);
    cheer.value = "";
  };
  return html`<button type="button" class="phrase cheer" onClick=${say}>${reactionOf(cheer.value).words}</button>`;
}

/** The pictures alone, for narrow places. `onDone` is called after a choice. */
export function Pictures({ onDone = () => {} }) {
  const choose = (name) => {
    react(name);
    onDone();
  };
  return html`
    <div class="pictures" role="group" aria-label=${gettext("React")}>
      ${PICTURES.map(
        ({ name, sign, words }) => html`
          <button key=${name} type="button" class="picture" aria-label=${words()} title=${words()} onClick=${() => choose(name)}>
            <span aria-hidden="true">${sign}</span>
          </button>
        `,
      )}
    </div>
  `;
}

/** The whole palette. */
export function Palette({ onDone = () => {} }) {
  const choose = (name) => {
    react(name);
    onDone();
  };
  return html`
    <div class="palette">
      <${Pictures} onDone=${onDone} />
      <div class="phrases">
        ${PHRASES.map(
          ({ name, words }) =>
            html`<button key=${name} type="button" class="phrase" onClick=${() => choose(name)}>${words()}</button>`,
        )}
      </div>
    </div>
  `;
}
