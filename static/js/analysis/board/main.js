// The analysis board: tap a card and dice into place, and see the value of every choice. The address names the position.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { CopyButton } from "../../ui/copy-button.js";
import { html } from "../../ui/html.js";
import { BoardCard } from "./card.js";
import { Dice } from "./dice.js";
import { boardAddress, chosenSwitches, exampleColumns, positionText, readPosition, rulesText } from "./position.js";
import { useApi } from "./use-api.js";
import { BestChoice, bestWords, BoardValues } from "./values.js";

const root = document.getElementById("board");
const page = JSON.parse(document.getElementById("board-data").textContent);
const FIRST_DICE = [5, 5, 5, 1, 2];

function kindOf(position) {
  return page.variants.find(({ id }) => id === position.variant);
}

function emptyCard(kind, rules, { dice, rolls }) {
  const boxes = kind.sheet.sections.flatMap(({ categories }) => categories).map(() => null);
  const { columns } = kind.sheet;
  return { rules, variant: kind.id, columns: columns.map(() => [...boxes]), bonuses: columns.map(() => 0), dice, rolls };
}

/** An empty board tells nobody what it is for. */
function example(kind, rules, roll) {
  return { ...emptyCard(kind, rules, roll), columns: exampleColumns(kind) };
}

function isExample(kind, { columns }) {
  return JSON.stringify(columns) === JSON.stringify(exampleColumns(kind));
}

/** Return the position that the address names, else an example. */
function firstPosition() {
  const read = readPosition(page.position);
  if (page.named) return { ...read, dice: read.dice ?? FIRST_DICE };
  return example(kindOf(read), read.rules, { dice: FIRST_DICE, rolls: 1 });
}

function VariantChoice({ position, change }) {
  const pick = (event) => {
    const kind = page.variants.find(({ id }) => id === event.target.value);
    const card = isExample(kindOf(position), position) ? example : emptyCard;
    change(card(kind, kind.id, position));
  };
  return html`
    <div class="field">
      <label for="board-variant">${gettext("Game")}</label>
      <select id="board-variant" onChange=${pick}>
        ${page.variants.map(({ id, name }) => html`<option value=${id} selected=${id === position.variant}>${name}</option>`)}
      </select>
    </div>
  `;
}

function Switches({ kind, position, change }) {
  const chosen = chosenSwitches(position.rules);
  const pick = (id, value) => {
    const rules = rulesText(kind.id, kind.switches, { ...chosen, [id]: value });
    change({ rules, bonuses: position.bonuses.map(() => 0) });
  };
  return kind.switches.map(
    ({ id, name, choices }) => html`
      <div class="field" key=${`${kind.id}/${id}`}>
        <label for=${`switch-${id}`}>${gettext(name)}</label>
        <select id=${`switch-${id}`} onChange=${(event) => pick(id, event.target.value)}>
          ${choices.map((each) => html`<option value=${each.value} selected=${each.value === (chosen[id] ?? choices[0].value)}>${gettext(each.name)}</option>`)}
        </select>
      </div>
    `,
  );
}

function RollsLeft({ position, sheet, change }) {
  const made = Array.from({ length: sheet.rolls + 1 }, (_, rolls) => rolls);
  return html`
    <fieldset class="segmented rolls-left">
      <legend>${gettext("Rolls left")}</legend>
      ${made.map(
        (rolls) => html`
          <label><input type="radio" name="rolls" checked=${rolls === position.rolls} onChange=${() => change({ rolls })} /><span>${sheet.rolls - rolls}</span></label>
        `,
      )}
    </fieldset>
  `;
}

/** Return whether the card can have bonus Yahtzees: the rules have them, and every Yahtzee box has 50. */
function mayHaveBonuses(kind, position) {
  const joker = kind.switches.find(({ id }) => id === "joker");
  if (!joker || (chosenSwitches(position.rules).joker ?? joker.choices[0].value) === "none") return false;
  const at = kind.sheet.sections.flatMap(({ categories }) => categories).findIndex(({ pattern }) => pattern === "alike");
  return position.columns.every((boxes) => boxes[at] === 50);
}

function Values({ state, sheet }) {
  const { answer, error, busy } = state;
  return html`
    <section class=${busy ? "panel board-values busy" : "panel board-values"} aria-labelledby="values-title">
      <div class="spread">
        <h2 class="panel-title" id="values-title">${gettext("What to do")}</h2>
        ${answer && !answer.exact && html`<span class="badge warn">${gettext("Estimated")}</span>`}
      </div>
      ${error && html`<p class="notice error" role="alert">${error}</p>`}
      ${answer && html`<${BoardValues} key=${answer.position} values=${answer} sheet=${sheet} />`}
      <p class="visually-hidden" role="status">${answer && !busy ? bestWords(answer, sheet) : ""}</p>
    </section>
  `;
}

function Board() {
  const [position, setPosition] = useState(firstPosition);
  const [touched, setTouched] = useState(false);
  const kind = kindOf(position);
  const withBonuses = mayHaveBonuses(kind, position);
  const text = positionText(withBonuses ? position : { ...position, bonuses: position.bonuses.map(() => 0) });
  const address = boardAddress(root.dataset.path, text);
  useEffect(() => {
    if (touched) history.replaceState(null, "", address);
  }, [address, touched]);
  const state = useApi(`${root.dataset.positions}?text=${encodeURIComponent(text)}`);
  const change = (parts) => {
    setTouched(true);
    setPosition((before) => ({ ...before, ...parts }));
  };
  const current = state.answer?.position.split(":")[0].split(" ")[0] === kind.id ? state : { ...state, answer: null };
  return html`
    <div class="board">
      <section class=${state.busy ? "felt board-dice busy" : "felt board-dice"} aria-label=${gettext("Dice")}>
        <${RollsLeft} position=${position} sheet=${kind.sheet} change=${change} />
        <div class="board-roll">${position.rolls > 0 && html`<${Dice} dice=${position.dice} faces=${kind.sheet.faces} change=${(dice) => change({ dice })} />`}</div>
        <div class="board-answer">${current.answer && html`<${BestChoice} values=${current.answer} sheet=${kind.sheet} />`}</div>
      </section>
      <section class="board-paper" aria-label=${gettext("Scorecard")}>
        <div class="board-rules">
          <${VariantChoice} position=${position} change=${change} />
          <${Switches} kind=${kind} position=${position} change=${change} />
        </div>
        <${BoardCard} kind=${kind} position=${position} total=${current.answer?.total} withBonuses=${withBonuses} change=${change} />
        <p class="cluster">
          <button type="button" class="button small secondary" onClick=${() => change(emptyCard(kind, position.rules, position))}>${gettext("Clear")}</button>
          <${CopyButton} text=${location.origin + address} label=${gettext("Copy link")} />
        </p>
      </section>
      <${Values} state=${current} sheet=${kind.sheet} />
    </div>
  `;
}

render(html`<${Board} />`, root);
