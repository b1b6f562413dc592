// What decided a game, shown at the table soon after its end: luck against choices, the turning point, and the best and
// worst choice of a player.

import { useAnalysis } from "../../analysis/data.js";
import { bestMove, diceOf, keptPositions, luckiestRoll, worstMove } from "../../analysis/highlights.js";
import { turningWords } from "../../analysis/turning-point.js";
import { gettext, interpolate } from "../../language/language.js";
import { choiceWords, pastChoiceWords, signedPoints } from "../../ui/choice-text.js";
import { html } from "../../ui/html.js";
import { RollDice } from "../../ui/roll-dice.js";
import { named } from "../../ui/typed.js";

const LEAST_SCALE = 10; // points of a full bar, at least

function Bar({ name, points, most }) {
  const width = `${((Math.min(Math.abs(points) / most, 1) * 100) / 2).toFixed(1)}%`;
  return html`
    <div class="review-bar">
      <dt>${name}</dt>
      <dd class="review-track" aria-hidden="true"><span class=${points < 0 ? "less" : "more"} style=${{ width }}></span></dd>
      <dd class="number">${signedPoints(points)}</dd>
    </div>
  `;
}

/** Luck and choices of each of these seats. */
function Bars({ seats, people }) {
  const most = Math.max(LEAST_SCALE, ...seats.flatMap(({ luck, loss }) => [Math.abs(luck), loss]));
  return html`
    <div class="review-sides">
      ${seats.map(
        ({ seat, luck, loss }) => html`
          <div>
            ${seats.length > 1 && html`<b class="review-name">${named(people[seat].name)}</b>`}
            <dl class="review-bars">
              <${Bar} name=${gettext("Luck")} points=${luck} most=${most} />
              <${Bar} name=${gettext("Choices")} points=${-loss} most=${most} />
            </dl>
          </div>
        `,
      )}
    </div>
  `;
}

function Moment({ name, address, seq, dice, hold = [], points, children }) {
  return html`
    <li>
      <a class="review-moment" href=${`${address}#e${seq}`}>
        <b>${name}</b>
        <span class="review-what">${dice && html`<${RollDice} dice=${dice} hold=${hold} />`} ${children}</span>
        <span class="number review-points">${points}</span>
      </a>
    </li>
  `;
}

function Turning({ seats, people, address }) {
  const found = turningWords(seats, people);
  return found && html`<${Moment} name=${found.name} address=${address} seq=${found.seq} points=${found.change}>${found.what}<//>`;
}

function Luckiest({ seat, address }) {
  const roll = luckiestRoll(seat);
  if (!roll) return null;
  return html`
    <${Moment} name=${gettext("Luckiest roll")} address=${address} seq=${roll.seq} dice=${roll.dice} points=${signedPoints(roll.luck)}><//>
  `;
}

function Best({ seat, sheet, address }) {
  const found = bestMove(seat);
  if (!found) return null;
  const { move, gain } = found;
  const dice = diceOf(move.position);
  const hold = keptPositions(dice, move.choice);
  return html`
    <${Moment} name=${gettext("Best choice")} address=${address} seq=${move.seq} dice=${dice} hold=${hold} points=${signedPoints(gain)}>
      ${pastChoiceWords(move.choice, sheet)}
    <//>
  `;
}

function Worst({ seat, sheet, address }) {
  const move = worstMove(seat);
  if (!move) return null;
  const dice = diceOf(move.position);
  const hold = keptPositions(dice, move.choice);
  return html`
    <${Moment} name=${gettext("Worst choice")} address=${address} seq=${move.seq} dice=${dice} hold=${hold} points=${signedPoints(-move.loss)}>
      ${interpolate(gettext("%(played)s; better: %(better)s"), {
        played: pastChoiceWords(move.choice, sheet),
        better: choiceWords(move.best, sheet),
      })}
    <//>
  `;
}

/** Return whose luck and choices are shown: both players of two, else the reader, else the winner. */
function shownSeats(seats, people, mine) {
  if (seats.length <= 2) return mine === 1 ? [...seats].reverse() : seats;
  return [seats[mine ?? people.find((each) => each.place === 1).seat]];
}

function Found({ seats, view, sheet, mine, address }) {
  const people = view.seats;
  const shown = shownSeats(seats, people, mine);
  const [main] = mine === null && seats.length === 2 ? shown.filter(({ seat }) => people[seat].place === 1) : shown;
  const whose = seats.length > 1 && main.seat !== mine ? people[main.seat].name : "";
  return html`
    <${Bars} seats=${shown} people=${people} />
    ${whose && html`<p class="muted small-text">${interpolate(gettext("Choices of %(name)s:"), { name: named(whose) })}</p>`}
    <ul class="review-moments">
      ${seats.length > 1 ? html`<${Turning} seats=${seats} people=${people} address=${address} />` : html`<${Luckiest} seat=${main} address=${address} />`}
      <${Best} seat=${main} sheet=${sheet} address=${address} />
      <${Worst} seat=${main} sheet=${sheet} address=${address} />
    </ul>
  `;
}

/**
 * `view`: of a finished game; `mine`: the reader's seat, or null; `address`: of the game's page; `analysis`: the address
 * of its analysis, which comes some seconds later.
 */
export function GameReview({ view, sheet, mine, address, analysis }) {
  const { status, seats } = useAnalysis(analysis);
  if (status !== "ready") return null;
  return html`
    <section class="game-review" aria-label=${gettext("What decided the game")}>
      <${Found} seats=${seats} view=${view} sheet=${sheet} mine=${mine} address=${address} />
    </section>
  `;
}
