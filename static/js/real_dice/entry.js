// Where a turn is entered: by its last dice, by every roll, or by its points.

import { DiePicture } from "../dice/picture.js";
import { gettext, interpolate } from "../language/language.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { announce } from "../ui/live-region.js";
import { isPlainPress, pressedKey } from "../ui/pressed-key.js";
import { named } from "../ui/typed.js";
import { back, changeKind, clear, emptyDraft, enter, fullDice, isBlank, KINDS, lastDice, mayRoll, rollAgain, toggleHold } from "./draft.js";
import { stopEditing } from "./game.js";
import { acting, changeDraft, game, most, problem, rules, show } from "./state.js";
import { turnNumber } from "./words.js";

const KIND_NAMES = { dice: gettext("Last dice"), rolls: gettext("Every roll"), points: gettext("Points only") };
const KIND_HINTS = {
  dice: gettext("Tap in the dice at the end of the turn, then a box."),
  rolls: gettext("Tap in each roll and what was held, for a full verdict on luck and choices."),
  points: gettext("Tap a box, then its points."),
};

function Kinds() {
  const now = game.value;
  const choose = (kind) => {
    const draft = changeKind(now.draft, kind, rules.value.data.sheet.dice);
    show({ ...now, draft, kind: now.editing === null ? kind : now.kind });
  };
  return html`
    <fieldset class="segmented real-kinds">
      <legend class="visually-hidden">${gettext("How to enter a turn")}</legend>
      ${KINDS.map((kind) => html`<label><input type="radio" name="kind" checked=${now.draft.kind === kind} onChange=${() => choose(kind)} /><span>${KIND_NAMES[kind]}</span></label>`)}
    </fieldset>
  `;
}

function slotLabel(at, face, isHeld) {
  if (face === null) return interpolate(gettext("Die %(at)s: empty"), { at: at + 1 });
  const words = interpolate(gettext("Die %(at)s: %(face)s"), { at: at + 1, face });
  return isHeld ? `${words}, ${gettext("held")}` : words;
}

/** One die. With every roll, a tap on complete dice holds one for the next roll; else it takes the die back. */
function Slot({ at, draft }) {
  const face = lastDice(draft)[at];
  const stayed = draft.rolls.at(-1).hold.includes(at);
  const holds = draft.kind === "rolls" && fullDice(draft) !== null && draft.rolls.length < most.value;
  const isHeld = holds ? draft.hold.includes(at) : stayed;
  const tap = () => changeDraft(holds ? toggleHold(draft, at) : clear(draft, at));
  return html`
    <button type="button" class=${isHeld ? "real-slot held" : "real-slot"} aria-label=${slotLabel(at, face, isHeld)} aria-pressed=${holds ? isHeld : undefined} onClick=${tap}>
      ${face !== null && html`<${DiePicture} key=${face} face=${face} />`}
    </button>
  `;
}

function Pad({ draft }) {
  const { faces } = rules.value.data.sheet;
  const isFull = fullDice(draft) !== null;
  return html`
    <div class="real-pad" role="group" aria-label=${gettext("Enter a die")}>
      ${Array.from({ length: faces }, (_, at) => html`<button type="button" class="real-face" aria-label=${at + 1} aria-disabled=${isFull ? "true" : undefined} onClick=${() => changeDraft(enter(draft, at + 1))}><svg class="mini-die" aria-hidden="true"><use href=${`#die-${at + 1}`} /></svg></button>`)}
      <button type="button" class="real-face" aria-label=${gettext("Take the last die back")} onClick=${() => changeDraft(back(draft))}><${Icon} name="back" /></button>
    </div>
  `;
}

function Rolls({ draft }) {
  if (draft.kind !== "rolls") return null;
    const where = interpolate(gettext("Roll %(roll)s of %(rolls)s"), { roll: draft.rolls.length, rolls: most.value });
  const may = mayRoll(draft, most.value);
  return html`
    <div class="spread real-rolls">
      <span>${where}</span>
      ${fullDice(draft) && draft.rolls.length < most.value && html`<button type="button" class="button small secondary" aria-disabled=${may ? undefined : "true"} onClick=${() => may && changeDraft(rollAgain(draft))}><${Icon} name="repeat" />${draft.hold.length === 0 ? gettext("All rolled again") : gettext("The others rolled again")}</button>`}
    </div>
  `;
}

/** Some games pay more in the first roll of a turn: then the last dice alone do not tell the points. */
function FirstRoll({ draft }) {
  if (draft.kind !== "dice" || !rules.value.countsRolls) return null;
  return html`<label class="switch"><input type="checkbox" role="switch" checked=${draft.first} onChange=${(event) => changeDraft({ ...draft, first: event.target.checked })} />${gettext("In the first roll")}</label>`;
}

function hint(draft) {
  if (draft.kind === "points") return KIND_HINTS.points;
  if (fullDice(draft) === null) return isBlank(draft) ? KIND_HINTS[draft.kind] : "";
  if (draft.kind === "rolls" && draft.rolls.length < most.value) return gettext("Tap the dice that were held, or the box that was filled.");
  return gettext("Tap the box that was filled.");
}

function title() {
  const { editing, names } = game.value;
  const name = named(names[acting.value]);
  if (editing === null) return interpolate(gettext("%(name)s’s turn"), { name });
  return interpolate(gettext("Correct turn %(number)s of %(name)s"), { number: turnNumber(game.value, editing), name });
}

function Actions({ draft }) {
  const now = game.value;
  if (now.editing !== null) return html`<button type="button" class="button small secondary" onClick=${() => show(stopEditing(now, rules.value))}>${gettext("Leave as it was")}</button>`;
  if (draft.kind === "points" || isBlank(draft)) return null;
  return html`<button type="button" class="button small quiet" onClick=${() => changeDraft(emptyDraft(draft.kind, rules.value.data.sheet.dice))}>${gettext("Clear")}</button>`;
}

/** Enter a die, or say why it cannot be entered. */
function enterByKey(draft, face) {
  if (draft.kind === "points" || fullDice(draft) !== null) announce(hint(draft));
  else if (face < 1 || face > rules.value.data.sheet.faces) announce(gettext("There are no such dice."));
  else changeDraft(enter(draft, face));
}

/** A digit enters a die, and Backspace takes it back, wherever the focus is but in a field. */
export function typeDice(event) {
  const { draft, over, editing } = game.value ?? {};
  if (!draft || (over && editing === null) || !isPlainPress(event)) return;
  if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog")) return;
  const key = pressedKey(event);
  if (/^[0-9]$/.test(key)) enterByKey(draft, Number(key));
  else if (key === "Backspace" && draft.kind !== "points") changeDraft(back(draft));
  else return;
  event.preventDefault();
}

export function Entry() {
  const { draft, editing } = game.value;
  return html`
    <section class="felt real-entry" aria-labelledby="entry-title">
      <div class="spread"><h2 id="entry-title">${title()}</h2><${Actions} draft=${draft} /></div>
      ${(isBlank(draft) || editing !== null) && html`<${Kinds} />`}
      ${draft.kind !== "points" &&
      html`
        <div class="real-dice" role="group" aria-label=${gettext("Dice")}>${lastDice(draft).map((_, at) => html`<${Slot} key=${at} at=${at} draft=${draft} />`)}</div>
        ${fullDice(draft) === null && html`<${Pad} draft=${draft} />`}
        <${Rolls} draft=${draft} />
        <${FirstRoll} draft=${draft} />
      `}
      ${hint(draft) && html`<p class="real-hint">${hint(draft)}</p>`}
      ${problem.value && html`<p class="notice error" role="alert">${problem.value}</p>`}
    </section>
  `;
}
