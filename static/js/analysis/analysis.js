// The analysis of a finished game: luck and choices of each seat, costly choices, lucky rolls.

import { gettext, interpolate, ngettext, parts as partsOfText, percent } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { capitalize, countedGrade, GRADE_NAMES, lossWord, pointsWord, signedPoints } from "../ui/choice-text.js";
import { Choice, GradeBadge } from "../ui/choice.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { RollDice } from "../ui/roll-dice.js";
import { statusWords } from "./data.js";
import { PerfectPlay } from "./perfect-play.js";
import { Probabilities } from "./probabilities.js";

const LEAST_SHOWN = 0.05; // points; less would be shown as 0.0
const MAX_OPEN = 2; // so many seats are shown in full on a wide screen

/** Return the parts that add up to a score, without empty ones: [{name, points}]. */
function partsOf(seat) {
  const parts = [
    { name: gettext("luck"), points: seat.luck },
    { name: gettext("lost in choices"), points: -seat.loss },
    { name: gettext("lost in automatic moves"), points: -seat.other_loss },
    { name: gettext("boxes left open"), points: -seat.unplayed },
    { name: gettext("correction of estimates"), points: seat.correction },
  ];
  return parts.filter(({ points }, at) => at < 2 || Math.abs(points) >= LEAST_SHOWN);
}

function Sum({ seat, parts }) {
  return html`
    <p class="ledger-sum number">
      ${partsOfText(gettext("%(score)s points = %(start)s expected at the start"), {
        score: html`<b class="display">${seat.score}</b>`,
        start: pointsWord(seat.start),
      })}
      ${parts.map(
        ({ name, points }) =>
          html`${" "}<span class="nowrap">${points < 0 ? "−" : "+"} ${pointsWord(Math.abs(points))} <small>${name}</small></span>`,
      )}
    </p>
  `;
}

/** Bars to the left (negative) and right (positive) of a middle line. `most`: the points of a full bar. */
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
      <div><dt>${gettext("Accuracy")}</dt><dd class="display number">${seat.accuracy === null ? "–" : percent(seat.accuracy / 100)}</dd></div>
      <div><dt>${gettext("With average luck")}</dt><dd class="display number">${Math.round(seat.adjusted)}</dd></div>
      <div><dt>${gettext("Perfect play, same dice")}</dt><dd class="display number">${seat.perfect}</dd></div>
    </dl>
  `;
}

function Grades({ seat }) {
  return html`
    <ul class="cluster grade-counts" aria-label=${gettext("Choices")}>
      ${GRADE_NAMES.filter((grade) => seat.grades[grade] > 0).map(
        (grade) => html`<li><${GradeBadge} grade=${grade}>${countedGrade(grade, seat.grades[grade])}<//></li>`,
      )}
    </ul>
  `;
}

function Costliest({ seat, sheet }) {
  if (seat.costliest.length === 0) return html`<p class="muted">${gettext("No costly choices. Well played!")}</p>`;
  return html`
    <ol class="jumps">
      ${seat.costliest.map((at) => {
        const move = seat.moves[at];
        return html`
          <li>
            <a class="jump" href=${`#e${move.seq}`}>
              <span class="jump-turn">${interpolate(gettext("Turn %(turn)s"), { turn: move.turn })}</span>
              <span><${Choice} choice=${move.choice} sheet=${sheet} done /></span>
              <span class="jump-points number less">${lossWord(move.loss)}</span>
            </a>
          </li>
        `;
      })}
    </ol>
  `;
}

function Luckiest({ seat }) {
  if (seat.luckiest.length === 0) return html`<p class="muted">${gettext("No roll was better than average.")}</p>`;
  return html`
    <ol class="jumps rolls">
      ${seat.luckiest.map((at) => {
        const roll = seat.rolls[at];
        return html`
          <li>
            <a class="jump" href=${`#e${roll.seq}`}>
              <span class="jump-turn">${interpolate(gettext("Turn %(turn)s, roll %(roll)s"), { turn: roll.turn, roll: roll.roll })}</span>
              <${RollDice} dice=${roll.dice} hold=${[]} />
              <span class="jump-points number more">${signedPoints(roll.luck)}</span>
            </a>
          </li>
        `;
      })}
    </ol>
  `;
}

function hintsWords(hints) {
  return interpolate(ngettext("%(count)s hint used.", "%(count)s hints used.", hints), { count: hints });
}

function Name({ seat, person }) {
  return html`<${Emblem} seat=${seat} persona=${person.persona} player=${person.player} /><span>${person.name}<${GuestMark} player=${person.player} /></span>`;
}

function Details({ seat, person, most, sheet, practice }) {
  const parts = partsOf(seat);
  return html`
    <${Sum} seat=${seat} parts=${parts} />
    <${Bars} parts=${parts} most=${most} />
    <${Facts} seat=${seat} />
    <${Grades} seat=${seat} />
    ${seat.hints > 0 && html`<p class="muted small-text">${hintsWords(seat.hints)}</p>`}
    <h4>${gettext("Costliest choices")}</h4>
    <${Costliest} seat=${seat} sheet=${sheet} />
    ${seat.costliest.length > 0 &&
    html`<p><a class="button small secondary" href=${`${practice}?seat=${seat.seat}`}
      ><${Icon} name="repeat" />${gettext("Learn from these choices")}<span class="visually-hidden"> (${person.name})</span></a
    ></p>`}
    <h4>${gettext("Luckiest rolls")}</h4>
    <${Luckiest} seat=${seat} />
    <h4>${gettext("Perfect play, same dice")}</h4>
    <${PerfectPlay} seat=${seat} name=${person.name} sheet=${sheet} />
  `;
}

/** A seat's analysis. Where there is little room for all, only the winner's is open. */
function Seat({ seat, person, folds, ...rest }) {
  const title = `analysis-${seat.seat}`;
  const details = html`<${Details} seat=${seat} person=${person} ...${rest} />`;
  if (!folds) {
    return html`
      <article class="seat-analysis" aria-labelledby=${title}>
        <h3 id=${title} class="seat-analysis-name"><${Name} seat=${seat.seat} person=${person} /></h3>
        ${details}
      </article>
    `;
  }
  return html`
    <article aria-labelledby=${title}>
      <details class="seat-fold" open=${person.place === 1}>
        <summary>
          <h3 id=${title} class="seat-analysis-name"><${Name} seat=${seat.seat} person=${person} /></h3>
          <span class="number muted small-text">${interpolate(gettext("luck %(luck)s, choices %(choices)s"), { luck: signedPoints(seat.luck), choices: signedPoints(-seat.loss) })}</span>
        </summary>
        <div class="seat-analysis">${details}</div>
      </details>
    </article>
  `;
}

/** `found`: from `followAnalysis`; `all`: the game's steps; `at`: the current step; `data`: {view, sheet} of the game; `pages`: {practice}, addresses. */
export function Analysis({ found, all, at, data, pages }) {
  const { status, exact, seats } = found;
  if (status !== "ready") return html`<p class="muted" role="status">${statusWords(status)}</p>`;
  const most = Math.max(10, ...seats.flatMap((seat) => partsOf(seat).map(({ points }) => Math.abs(points))));
  const people = data.view.seats;
  const folds = seats.length > (matchMedia("(min-width: 56rem)").matches ? MAX_OPEN : 1);
  return html`
    <p class="muted">
      ${!exact && html`<span class="badge warn">${gettext("Estimated")}</span>${" "}`}
      ${gettext("Every roll and every choice has a value: the points that perfect play expects from there on. So each score splits into luck and choices.")}
      ${!exact && ` ${gettext("Triple Yahtzee is too large to solve exactly, so these values are estimates.")}`}
    </p>
    ${seats.length > 1 && seats[0].chances.length > 0 && html`<${Probabilities} seats=${seats} people=${people} all=${all} at=${at} />`}
    <div class=${folds ? "seat-folds" : "seat-analyses"}>
      ${seats.map(
        (seat) =>
          html`<${Seat}
            key=${seat.seat}
            seat=${seat}
            person=${people[seat.seat]}
            folds=${folds}
            most=${most}
            sheet=${data.sheet}
            practice=${pages.practice}
          />`,
      )}
    </div>
  `;
}
