// The practice page: the costly choices of a finished game as puzzles.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { decimal, gettext, interpolate, parts } from "../language/language.js";
import { learnAvatars } from "../ui/avatar.js";
import { Emblem } from "../ui/bots.js";
import { gradeOf, gradeWord, lossWord } from "../ui/choice-text.js";
import { GradeBadge } from "../ui/choice.js";
import { html } from "../ui/html.js";
import { announce, LiveRegion } from "../ui/live-region.js";
import { costlyMoves, statusWords, useAnalysis } from "./data.js";
import { Puzzle } from "./puzzle.js";

const data = JSON.parse(document.getElementById("practice-data").textContent);
const root = document.getElementById("practice");
const person = data.seats[data.seat];
learnAvatars(data.seats.map(({ player, seat }) => ({ player, avatar: data.avatars[seat] })));

function Seats() {
  if (data.seats.length < 2) return null;
  return html`
    <nav class="pills" aria-label=${gettext("Whose choices")}>
      ${data.seats.map(
        ({ seat, name }) => html`<a href=${`${root.dataset.path}?seat=${seat}`} aria-current=${seat === data.seat ? "page" : undefined}>${seat === data.mine ? gettext("Mine") : name}</a>`,
      )}
    </nav>
  `;
}

function Nothing() {
  return html`
    <div class="empty">
      <h2>${gettext("No costly choices. Well played!")}</h2>
      <a class="button" href=${root.dataset.game}>${gettext("Back to the game")}</a>
    </div>
  `;
}

function Summary({ answers, again }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), []);
  const good = answers.filter(({ grade }) => grade === "best" || grade === "fine").length;
  const before = answers.reduce((sum, { move }) => sum + move.loss, 0);
  const now = answers.reduce((sum, { loss }) => sum + loss, 0);
  return html`
    <section class="panel puzzle-end" aria-labelledby="end-title">
      <h2 id="end-title" tabindex="-1" ref=${heading}>${interpolate(gettext("%(good)s of %(count)s solved"), { good, count: answers.length })}</h2>
      <p>${interpolate(gettext("In the game these choices lost %(before)s points; this time %(now)s."), { before: decimal(before), now: decimal(now) })}</p>
      <ol class="cluster grade-counts">
        ${answers.map(({ grade, loss, move }) => html`<li><${GradeBadge} grade=${grade}>${interpolate(gettext("Turn %(turn)s: %(grade)s"), { turn: move.turn, grade: gradeWord(grade) })}${loss >= 0.005 && ` ${lossWord(loss)}`}<//></li>`)}
      </ol>
      <p class="cluster">
        <button type="button" class="button" onClick=${again}>${gettext("Try again")}</button>
        <a class="button secondary" href=${root.dataset.game}>${gettext("Back to the game")}</a>
      </p>
    </section>
  `;
}

function Puzzles({ moves, exact }) {
  const [answers, setAnswers] = useState([]);
  const [at, setAt] = useState(0);
  const answered = (option) => {
    const grade = gradeOf(option.loss, data.limits);
    setAnswers((before) => [...before.slice(0, at), { move: moves[at], loss: option.loss, grade }]);
    return grade;
  };
  if (at >= moves.length) {
    const again = () => {
      setAnswers([]);
      setAt(0);
    };
    return html`<${Summary} answers=${answers} again=${again} />`;
  }
  return html`
    <${Puzzle}
      key=${at}
      move=${moves[at]}
      number=${at + 1}
      count=${moves.length}
      sheet=${data.sheet}
      exact=${exact}
      pages=${root.dataset}
      answered=${answered}
      announce=${announce}
      next=${() => setAt(at + 1)}
    />
  `;
}

function Practice() {
  const { status, seats, exact } = useAnalysis(root.dataset.analysis);
  const moves = status === "ready" ? costlyMoves(seats[data.seat]) : [];
  return html`
    <${Seats} />
    <p class="lead">
      <${Emblem} seat=${person.seat} persona=${person.persona} player=${person.player} />
      ${" "}${parts(gettext("The costliest choices of %(name)s. What would you do?"), { name: html`<b>${person.name}</b>` })}
    </p>
    ${status !== "ready" && html`<p class="muted" role="status">${statusWords(status)}</p>`}
    ${status === "ready" && (moves.length > 0 ? html`<${Puzzles} moves=${moves} exact=${exact} />` : html`<${Nothing} />`)}
    <${LiveRegion} />
  `;
}

render(html`<${Practice} />`, root);
