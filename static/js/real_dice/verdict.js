// The verdict on a finished game: asked of the server, and shown.

import { useEffect, useState } from "preact/hooks";

import { decimal, gettext, interpolate, listed, ngettext } from "../language/language.js";
import { post } from "../net/posting.js";
import { countedGrade, firstWords, isProud, lossWord, pointsWord, signedPoints } from "../ui/choice-text.js";
import { html } from "../ui/html.js";
import { Flag, MiniDie } from "../ui/icon.js";
import { named } from "../ui/typed.js";
import { upload } from "./game.js";
import { costWords, headline, kindWords, placeWords, stateWords } from "./verdict-words.js";

/** Send a card, and return the server's answer. Throws an Error with words for players. */
export async function send(address, card) {
  const { answer, problem, isOffline } = await post(address, JSON.stringify(card));
  if (isOffline) throw new Error(gettext("There is no connection. The game stays on this device, and you can ask later."));
  if (answer === null) throw new Error(problem);
  return answer;
}

/** Return {verdict, problem, busy, ask}. `known`: the verdict so far, or null; `note(verdict)` stores a new one. */
export function useVerdict(game, known, address, note) {
  const [state, setState] = useState({ problem: "", busy: false });
  const ask = async () => {
    setState({ problem: "", busy: true });
    try {
      note(await send(address, upload(game)));
      setState({ problem: "", busy: false });
    } catch (error) {
      setState({ problem: error.message, busy: false });
    }
  };
  useEffect(() => {
    if (known || !game) return undefined;
    ask();
    // Without a connection now, it is asked as soon as there is one.
    addEventListener("online", ask);
    return () => removeEventListener("online", ask);
  }, [game?.id, game?.over, !known]);
  return { verdict: known, ask, ...state };
}

/** What is said before there is a verdict, with what `useVerdict` returns. */
export function Asking({ verdict, problem, busy, ask }) {
  const again = problem || ["waiting", "later"].includes(verdict?.state);
  return html`
    ${busy && !verdict && html`<p class="muted" role="status">${gettext("One moment: every choice is being looked at.")}</p>`}
    ${problem && html`<p class="notice" role="status">${problem}</p>`}
    ${again && html`<p><button type="button" class="button small secondary" aria-disabled=${busy ? "true" : undefined} onClick=${ask}>${gettext("Ask again")}</button></p>`}
  `;
}

function Fact({ name, children }) {
  return html`<div class="real-fact"><dt>${name}</dt><dd>${children}</dd></div>`;
}

function side(points) {
  return points < -0.05 ? "less" : points > 0.05 ? "more" : "";
}

function Costs({ costs, sheet, title }) {
  if (costs.length === 0) return null;
  return html`
    <h4>${title}</h4>
    <ul class="real-costs">
      ${costs.map((cost) => {
        const { turn, dice, what, better, loss } = costWords(cost, sheet);
        return html`<li><span>${interpolate(gettext("Turn %(turn)s"), { turn })}: ${what}<small><span class="visually-hidden">${listed(dice.map(String))}. </span><span class="roll-dice" aria-hidden="true">${dice.map((face) => html`<${MiniDie} face=${face} />`)}</span> ${better}</small></span><b class="less">${loss}<span class="visually-hidden"> ${gettext("points")}</span></b></li>`;
      })}
    </ul>
  `;
}

function Luckiest({ rolls }) {
  if (rolls.length === 0) return null;
  const [roll] = rolls;
  return html`<p>${gettext("Luckiest roll")} <span class="visually-hidden">${listed(roll.dice.map(String))}</span><span class="roll-dice" aria-hidden="true">${roll.dice.map((face) => html`<${MiniDie} face=${face} />`)}</span> <b class="more">${signedPoints(roll.luck)}</b> <small>${interpolate(gettext("Turn %(turn)s"), { turn: roll.turn })}</small></p>`;
}

/** Every roll is known: luck and choices apart. */
function Choices({ choices, sheet }) {
  const counted = Object.entries(choices.grades).filter(([, count]) => count > 0);
  const accuracy = choices.accuracy !== null && html`<${Fact} name=${gettext("Accuracy")}><b>${decimal(choices.accuracy, 0)} %</b><//>`;
  return html`
    <p>${firstWords(choices.grades)}</p>
    <dl class="real-facts">
      <${Fact} name=${gettext("Luck")}><b class=${side(choices.luck)}>${signedPoints(choices.luck)}</b><//>
      <${Fact} name=${gettext("Choices")}><b class=${side(-choices.loss)}>${lossWord(choices.loss)}</b><//>
      ${isProud(choices.accuracy) && accuracy}
      <${Fact} name=${gettext("Perfect play on average")}>${pointsWord(choices.start)}<//>
      ${!isProud(choices.accuracy) && accuracy}
    </dl>
    <p class="cluster">${counted.map(([grade, count]) => html`<span class=${`badge grade ${grade}`}>${countedGrade(grade, count)}</span>`)}</p>
    <${Luckiest} rolls=${choices.luckiest} />
    <${Costs} costs=${choices.costliest} sheet=${sheet} title=${ngettext("Costliest choice", "Costliest choices", choices.costliest.length)} />
  `;
}

/** The last dice are known: only the boxes can be judged. */
function Boxes({ boxes, sheet }) {
  return html`
    <dl class="real-facts">
      <${Fact} name=${gettext("Rolls and holding")}><b class=${side(boxes.brought)}>${signedPoints(boxes.brought)}</b><//>
      <${Fact} name=${gettext("Boxes")}><b class=${side(-boxes.loss)}>${lossWord(boxes.loss)}</b><//>
      <${Fact} name=${gettext("Perfect play on average")}>${pointsWord(boxes.start)}<//>
    </dl>
    <p class="muted">${gettext("Without each roll nobody can tell luck from good holding.")}</p>
    <${Costs} costs=${boxes.costliest} sheet=${sheet} title=${ngettext("Costliest box", "Costliest boxes", boxes.costliest.length)} />
  `;
}

function Person({ person, seat, name, sheet, verdict }) {
  const place = placeWords(person, verdict.exact);
  return html`
    <article class="panel real-person" aria-label=${name}>
      <div class="spread"><h3 class="cluster"><${Flag} seat=${seat} /><span>${named(name)}</span></h3><span class="badge">${kindWords(person.kind)}</span></div>
      ${person.choices && html`<${Choices} choices=${person.choices} sheet=${sheet} />`}
      ${person.boxes && html`<${Boxes} boxes=${person.boxes} sheet=${sheet} />`}
      ${place && html`<p>${place}</p>`}
      ${!person.choices && person.kind === "rolls" && verdict.state === "estimated" && html`<p class="muted">${gettext("Each roll is kept, but too much to judge here.")}</p>`}
    </article>
  `;
}

/** `verdict`: from the server; `names` and `sheet` of the game. */
export function Verdict({ verdict, names, sheet }) {
  const words = headline(verdict, names.map(named));
  const state = stateWords(verdict);
  const mean = verdict.mean !== null && verdict.seats.every(({ choices, boxes }) => !choices && !boxes);
  return html`
    ${words && html`<p class="real-headline">${words}</p>`}
    ${state && html`<p class="notice">${state}</p>`}
    ${mean && html`<p>${interpolate(gettext("Perfect play scores %(score)s on average."), { score: pointsWord(verdict.mean) })}</p>`}
    ${verdict.state !== "never" && html`<div class="real-people">${verdict.seats.map((person, seat) => html`<${Person} key=${seat} person=${person} seat=${seat} name=${names[seat]} sheet=${sheet} verdict=${verdict} />`)}</div>`}
  `;
}
