// The panel beside the dice. Before the answer it explains what to do; after it, it shows the best choices with their
// values, and why.

import { useState } from "preact/hooks";

import { boardAddress } from "../analysis/board/position.js";
import { decimal, gettext, interpolate, ngettext, number, percent, pgettext } from "../language/language.js";
import { lossWord } from "../ui/choice-text.js";
import { Choice } from "../ui/choice.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { ShareButton } from "../ui/share-button.js";
import { answer, data, ended, practice, puzzle, rating, root, sheet, streak } from "./state.js";

function Introduction() {
  return html`
    <section class="puzzle-answer puzzle-intro" aria-labelledby="answer-title">
      <h2 class="panel-title" id="answer-title">${gettext("A real mistake")}</h2>
      <p>${gettext("Somebody chose wrong here. Which choice is worth most?")}</p>
      <p class="muted">${interpolate(gettext("Keys: %(hold)s hold, %(roll)s roll, arrows and %(enter)s choose a box."), { hold: html`<kbd>1</kbd>–<kbd>${sheet.dice}</kbd>`, roll: html`<kbd>R</kbd>`, enter: html`<kbd>Enter</kbd>` })}</p>
    </section>
  `;
}

function Row({ choice, mine }) {
  return html`
    <tr class=${mine ? "mine" : ""}>
      <th scope="row">${mine && html`<span class="visually-hidden">${gettext("Yours:")} </span>`}<${Choice} choice=${choice} sheet=${sheet} /></th>
      <td class="number">${decimal(choice.value)}</td>
      <td class=${choice.loss < 0.005 ? "number more" : "number less"}>${choice.loss < 0.005 ? gettext("best") : lossWord(choice.loss)}</td>
    </tr>
  `;
}

function ratingWords(change) {
  const shown = number(change, { signDisplay: "exceptZero" });
  return interpolate(gettext("Your rating: %(rating)s (%(change)s)"), { rating: rating.value, change: shown });
}

function endedWords() {
  const count = ended.value;
  const words = ngettext("Your streak ends after %(count)s puzzle.", "Your streak ends after %(count)s puzzles.", count);
  return interpolate(words, { count }) + (count === streak.value.best ? ` ${gettext("That is your best.")}` : "");
}

/** A link to this puzzle for others, with the question but not the answer. */
function Share() {
  const { code, question } = puzzle.value;
  const link = new URL(root.dataset.puzzle.replace("CODE", code), location.href).href;
  return html`<${ShareButton} text=${question} link=${link} style="quiet small" />`;
}

function Facts({ found }) {
  const facts = found.theme ? [interpolate(gettext("Theme: %(theme)s"), { theme: gettext(data.themes[found.theme]) })] : [];
  if (found.solved !== null) facts.push(interpolate(gettext("%(percent)s solve it"), { percent: percent(found.solved / 100) }));
  else if (found.missed > 1) facts.push(interpolate(ngettext("missed by %(count)s player", "missed by %(count)s players", found.missed), { count: found.missed }));
  if (!data.streak && rating.value !== null && found.first) facts.push(ratingWords(found.change));
  return html`
    <p class="puzzle-facts muted">
      <span>${facts.join(" · ")}</span>
      <a href=${boardAddress(root.dataset.board, puzzle.value.position)}>${gettext("All choices")}</a>
      ${!practice && html`<${Share} key=${puzzle.value.code} />`}
    </p>
  `;
}

/** On a phone it is folded: it would cover the card that it is about. */
function Solution({ found }) {
  const [isOpen, setOpen] = useState(false);
  return html`
    <section class=${`puzzle-answer ${found.right ? "solved" : "missed"} ${isOpen ? "" : "folded"}`} aria-labelledby="answer-title">
      <h2 class="visually-hidden" id="answer-title">${gettext("Answer")}</h2>
      <button type="button" class="puzzle-fold" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${gettext("Why?")}</button>
      ${ended.value > 0 && html`<p class="puzzle-ended"><${Icon} name="flame" />${endedWords()}</p>`}
      ${found.why.length > 0 && html`<p class="puzzle-why">${found.why.join(" ")}</p>`}
      <table class="puzzle-values">
        <thead><tr><th scope="col">${pgettext("decision", "Choice")}</th><th scope="col" class="number">${gettext("Final score")}</th><th scope="col" class="number">${gettext("Loss")}</th></tr></thead>
        <tbody>${found.choices.map((choice, at) => html`<${Row} choice=${choice} mine=${at === found.mine} />`)}</tbody>
      </table>
      <${Facts} found=${found} />
    </section>
  `;
}

export function AnswerPanel() {
  return answer.value ? html`<${Solution} found=${answer.value} />` : html`<${Introduction} />`;
}
