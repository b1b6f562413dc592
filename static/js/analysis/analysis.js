// The analysis of a finished game: luck and choices of each seat, costly choices, lucky rolls.

import { Emblem } from "../ui/bots.js";
import { capitalize, countedGrade, GRADE_NAMES, lossWord, pointsWord, signedPoints } from "../ui/choice-text.js";
import { Choice, GradeBadge } from "../ui/choice.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { RollDice } from "../ui/roll-dice.js";
import { STATUS_WORDS, stepOfEvent } from "./data.js";
import { PerfectPlay } from "./perfect-play.js";
import { WinChances } from "./win-chances.js";

const LEAST_SHOWN = 0.05; // points; less would be shown as 0.0

/** Return the parts that add up to a score, without empty ones: [{name, points}]. */
function partsOf(seat) {
  const parts = [
    { name: "luck", points: seat.luck },
    { name: "lost in choices", points: -seat.loss },
    { name: "lost in automatic moves", points: -seat.other_loss },
    { name: "boxes left open", points: -seat.unplayed },
    { name: "correction of estimates", points: seat.correction },
  ];
  return parts.filter(({ points }, at) => at < 2 || Math.abs(points) >= LEAST_SHOWN);
}

function Sum({ seat, parts }) {
  return html`
    <p class="ledger-sum number">
      <b class="display">${seat.score}</b> points = ${pointsWord(seat.start)} <small>expected at the start</small>
      ${parts.map(
        ({ name, points }) =>
          html`${" "}<span class="nowrap">${points < 0 ? "−" : "+"} ${pointsWord(Math.abs(points))} <small>${name}</small></span>`,
      )}
    </p>
  `;
}

/** Bars left (negative) and right (positive) of a middle line. `most`: the points of a full bar. */
function Bars({ parts, most }) {
  return html`
    <dl class="ledger">
      ${parts.map(({ name, points }) => {
        const width = `${(Math.min(Math.abs(points) / most, 1) * 50).toFixed(1)}%`;
        return html`
          <div>
            <dt>${capitalize(name)}</dt>
            <dd class="number">${signedPoints(points)}</dd>
            <dd class="ledger-track" aria-hidden="true">
              <span class=${points < 0 ? "less" : "more"} style=${{ width }}></span>
            </dd>
          </div>
        `;
      })}
    </dl>
  `;
}

function Facts({ seat }) {
  return html`
    <dl class="seat-facts">
      <div><dt>Accuracy</dt><dd class="display number">${seat.accuracy === null ? "–" : `${Math.round(seat.accuracy)}\u00a0%`}</dd></div>
      <div><dt>With average luck</dt><dd class="display number">${Math.round(seat.adjusted)}</dd></div>
      <div><dt>Perfect play, same dice</dt><dd class="display number">${seat.perfect}</dd></div>
    </dl>
  `;
}

function Grades({ seat }) {
  return html`
    <ul class="cluster grade-counts" aria-label="Choices">
      ${GRADE_NAMES.filter((grade) => seat.grades[grade] > 0).map(
        (grade) => html`<li><${GradeBadge} grade=${grade}>${countedGrade(grade, seat.grades[grade])}<//></li>`,
      )}
    </ul>
  `;
}

function Costliest({ seat, sheet, show }) {
  if (seat.costliest.length === 0) return html`<p class="muted">No costly choices. Well played!</p>`;
  return html`
    <ol class="jumps">
      ${seat.costliest.map((at) => {
        const move = seat.moves[at];
        return html`
          <li>
            <button type="button" class="jump" onClick=${() => show(move.seq)}>
              <span class="jump-turn">Turn ${move.turn}</span>
              <span><${Choice} choice=${move.choice} sheet=${sheet} done /></span>
              <span class="jump-points number less">${lossWord(move.loss)}</span>
            </button>
          </li>
        `;
      })}
    </ol>
  `;
}

function Luckiest({ seat, show }) {
  if (seat.luckiest.length === 0) return html`<p class="muted">No roll was better than average.</p>`;
  return html`
    <ol class="jumps rolls">
      ${seat.luckiest.map((at) => {
        const roll = seat.rolls[at];
        return html`
          <li>
            <button type="button" class="jump" onClick=${() => show(roll.seq)}>
              <span class="jump-turn">Turn ${roll.turn}, roll ${roll.roll}</span>
              <${RollDice} dice=${roll.dice} hold=${[]} />
              <span class="jump-points number more">${signedPoints(roll.luck)}</span>
            </button>
          </li>
        `;
      })}
    </ol>
  `;
}

function hintsWords(hints) {
  return hints === 1 ? "1 hint used." : `${hints} hints used.`;
}

function Seat({ seat, person, most, sheet, show, practice }) {
  const parts = partsOf(seat);
  const title = `analysis-${seat.seat}`;
  return html`
    <article class="seat-analysis" aria-labelledby=${title}>
      <h3 id=${title} class="seat-analysis-name"><${Emblem} seat=${seat.seat} persona=${person.persona} />${person.name}<${GuestMark} player=${person.player} /></h3>
      <${Sum} seat=${seat} parts=${parts} />
      <${Bars} parts=${parts} most=${most} />
      <${Facts} seat=${seat} />
      <${Grades} seat=${seat} />
      ${seat.hints > 0 && html`<p class="muted small-text">${hintsWords(seat.hints)}</p>`}
      <h4>Costliest choices</h4>
      <${Costliest} seat=${seat} sheet=${sheet} show=${show} />
      ${seat.costliest.length > 0 &&
      html`<p><a class="button small secondary" href=${`${practice}?seat=${seat.seat}`}
        ><${Icon} name="repeat" />Learn from ${person.persona ? "these" : "these mistakes"}<span class="visually-hidden"> of ${person.name}</span></a
      ></p>`}
      <h4>Luckiest rolls</h4>
      <${Luckiest} seat=${seat} show=${show} />
      <h4>Perfect play, same dice</h4>
      <${PerfectPlay} seat=${seat} name=${person.name} sheet=${sheet} />
    </article>
  `;
}

/**
 * `found`: from `useAnalysis`; `all`: the game's steps; `at`: the current step; `go(step)` shows
 * another; `data`: {view, sheet} of the game; `pages`: {practice}, addresses.
 */
export function Analysis({ found, all, at, go, data, pages }) {
  const { status, exact, seats } = found;
  if (data.view.status === "aborted") return null;
  const show = (seq) => go(stepOfEvent(all, seq));
  const most = Math.max(10, ...seats.flatMap((seat) => partsOf(seat).map(({ points }) => Math.abs(points))));
  return html`
    <section class="section panel analysis" aria-labelledby="analysis-title">
      <div class="spread">
        <h2 class="panel-title" id="analysis-title">Luck and choices</h2>
        ${!exact && html`<span class="badge warn">Estimated</span>`}
      </div>
      ${status !== "ready" && html`<p class="muted" role="status">${STATUS_WORDS[status]}</p>`}
      ${status === "ready" &&
      html`
        <p class="muted">
          Every roll and every choice has a value: the points that perfect play expects from there on. So each score splits
          into luck and choices${exact ? "." : ". These values are estimates: Triple Yahtzee is too large to solve exactly."}
        </p>
        ${seats.length > 1 && seats[0].chances.length > 0 &&
        html`<${WinChances} seats=${seats} people=${data.view.seats} all=${all} at=${at} go=${go} exact=${exact} />`}
        <div class="seat-analyses">
          ${seats.map(
            (seat) =>
              html`<${Seat}
                key=${seat.seat}
                seat=${seat}
                person=${data.view.seats[seat.seat]}
                most=${most}
                sheet=${data.sheet}
                show=${show}
                practice=${pages.practice}
              />`,
          )}
        </div>
      `}
    </section>
  `;
}
