// The practice page: the costly choices of a finished game as puzzles.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { Emblem } from "../ui/bots.js";
import { gradeOf, lossWord } from "../ui/choice-text.js";
import { GradeBadge } from "../ui/choice.js";
import { html } from "../ui/html.js";
import { announce, LiveRegion } from "../ui/live-region.js";
import { costlyMoves, STATUS_WORDS, useAnalysis } from "./data.js";
import { Puzzle } from "./puzzle.js";

const data = JSON.parse(document.getElementById("practice-data").textContent);
const root = document.getElementById("practice");
const person = data.seats[data.seat];

function Seats() {
  if (data.seats.length < 2) return null;
  return html`
    <nav class="pills" aria-label="Whose choices">
      ${data.seats.map(
        ({ seat, name }) => html`<a href=${`${root.dataset.path}?seat=${seat}`} aria-current=${seat === data.seat ? "page" : undefined}>${seat === data.mine ? "Mine" : name}</a>`,
      )}
    </nav>
  `;
}

function Nothing() {
  return html`
    <div class="empty">
      <h2>No costly choices</h2>
      <p>${person.name} made no choice in this game that cost half a point or more.</p>
      <a class="button" href=${root.dataset.game}>Back to the game</a>
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
      <h2 id="end-title" tabindex="-1" ref=${heading}>${good} of ${answers.length} solved</h2>
      <p>In the game these choices lost ${before.toFixed(1)} points; this time ${now.toFixed(1)}.</p>
      <ol class="cluster grade-counts">
        ${answers.map(({ grade, loss, move }) => html`<li><${GradeBadge} grade=${grade}>Turn ${move.turn}: ${grade}${loss >= 0.005 && ` ${lossWord(loss)}`}<//></li>`)}
      </ol>
      <p class="cluster">
        <button type="button" class="button" onClick=${again}>Try again</button>
        <a class="button secondary" href=${root.dataset.game}>Back to the game</a>
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
      <${Emblem} seat=${person.seat} persona=${person.persona} /> The costliest choices of <b>${person.name}</b>, worst
      first. What would you do?
    </p>
    ${status !== "ready" && html`<p class="muted" role="status">${STATUS_WORDS[status]}</p>`}
    ${status === "ready" && (moves.length > 0 ? html`<${Puzzles} moves=${moves} exact=${exact} />` : html`<${Nothing} />`)}
    <${LiveRegion} />
  `;
}

render(html`<${Practice} />`, root);
