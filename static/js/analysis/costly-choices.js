// What a player could have done better in a finished game: costly choices, and what perfect play scores with the same
// dice.

import { gettext, interpolate, ngettext, percent } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { countedGrade, firstWords, GRADE_NAMES, isProud, lossWord } from "../ui/choice-text.js";
import { Choice, GradeBadge } from "../ui/choice.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { named } from "../ui/typed.js";
import { statusWords } from "./data.js";
import { PerfectPlay } from "./perfect-play.js";

const MAX_OPEN = 2; // so many seats are shown in full on a wide screen

function accuracyWords({ accuracy }) {
  return accuracy === null ? "" : `${gettext("Accuracy")} ${percent(accuracy / 100)}`;
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
  if (seat.costliest.length === 0) return html`<p class="muted">${gettext("No costly choices")}</p>`;
  return html`
    <ol class="jumps" aria-label=${gettext("Costliest choices")}>
      ${seat.costliest.map((at) => {
        const move = seat.moves[at];
        return html`
          <li>
            <a class="jump" href=${`#e${move.seq}`}>
              <span class="jump-turn">${interpolate(gettext("Turn %(turn)s"), { turn: move.turn })}</span>
              <span><${Choice} choice=${move.choice} sheet=${sheet} done /><br /><span class="muted">${gettext("best:")} <${Choice} choice=${move.best} sheet=${sheet} /></span></span>
              <span class="jump-points number less">${lossWord(move.loss)}</span>
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
  return html`<${Emblem} seat=${seat} persona=${person.persona} player=${person.player} /><span>${named(person.name)}<${GuestMark} player=${person.player} /></span>`;
}

function Details({ seat, person, sheet, practice }) {
  return html`
    <p class="first-words">${firstWords(seat.grades)}</p>
    <${Grades} seat=${seat} />
    ${!isProud(seat.accuracy) && seat.accuracy !== null && html`<p class="muted small-text number">${accuracyWords(seat)}</p>`}
    ${seat.hints > 0 && html`<p class="muted small-text">${hintsWords(seat.hints)}</p>`}
    <${Costliest} seat=${seat} sheet=${sheet} />
    ${practice &&
    seat.costliest.length > 0 &&
    html`<p><a class="button small secondary" href=${`${practice}?seat=${seat.seat}`}
      ><${Icon} name="repeat" />${gettext("Practise these")}<span class="visually-hidden"> (${named(person.name)})</span></a
    ></p>`}
    ${seat.perfect !== null && html`<${PerfectPlay} seat=${seat} name=${person.name} sheet=${sheet} />`}
  `;
}

/** A seat's analysis. Where there is little room for all, or for others than the reader's, only one is open. */
function Seat({ seat, person, folds, open, ...rest }) {
  const title = `analysis-${seat.seat}`;
  const details = html`<${Details} seat=${seat} person=${person} ...${rest} />`;
  const accuracy = isProud(seat.accuracy) && html`<span class="number muted small-text">${accuracyWords(seat)}</span>`;
  const name = html`<h3 id=${title} class="seat-analysis-name"><${Name} seat=${seat.seat} person=${person} /></h3>`;
  if (!folds) {
    return html`
      <article class="seat-analysis panel" aria-labelledby=${title}>
        <div class="spread">${name}${accuracy}</div>
        ${details}
      </article>
    `;
  }
  return html`
    <article class="panel" aria-labelledby=${title}>
      <details class="seat-fold" open=${open}>
        <summary>${name}${accuracy}</summary>
        <div class="seat-analysis">${details}</div>
      </details>
    </article>
  `;
}

/** `found`: from `followAnalysis`; `data`: {view, sheet} of the game; `mine`: the reader's seat or null; `pages`: {practice}, an address, or "" before the dice are revealed. */
export function Analysis({ found, data, mine, pages }) {
  const { status, exact, seats } = found;
  if (status !== "ready") return html`<p class="muted" role="status">${statusWords(status)}</p>`;
  const people = data.view.seats;
  const folds = seats.length > (matchMedia("(min-width: 56rem)").matches ? MAX_OPEN : 1);
  const main = mine ?? people.find(({ place }) => place === 1)?.seat ?? 0;
  const ordered = [seats[main], ...seats.filter(({ seat }) => seat !== main)];
  return html`
    ${!exact && html`<p><span class="badge warn">${gettext("Estimated")}</span></p>`}
    <div class=${folds ? "seat-folds" : "seat-analyses"}>
      ${ordered.map(
        (seat) =>
          html`<${Seat}
            key=${seat.seat}
            seat=${seat}
            person=${people[seat.seat]}
            folds=${folds}
            open=${seat.seat === main}
            sheet=${data.sheet}
            practice=${pages.practice}
          />`,
      )}
    </div>
  `;
}
