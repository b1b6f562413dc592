// The end of a game: who has won, a kind word, the rematch, standings, links, and last what decided the game, which comes
// later than the rest and moves nothing.

import { useEffect, useMemo, useState } from "preact/hooks";

import { gettext, interpolate, listed } from "../../language/language.js";
import { timeText } from "../../language/times.js";
import { page } from "../../net/page-data.js";
import { serverNow } from "../../net/server-time.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { RollDice } from "../../ui/roll-dice.js";
import { ShareButton } from "../../ui/share-button.js";
import { named } from "../../ui/typed.js";
import { GameChange } from "../people/game-change.js";
import { AddOnDevice } from "../people/device-players.js";
import { SeatPicker } from "../people/seat-picker.js";
import { hasSeenEnd } from "../state/ending.js";
import { endingOf } from "../state/margin.js";
import { log, ownSeat, room, sheet, view } from "../state/state.js";
import { bestDice, cardStory } from "./card-story.js";
import { countEvening } from "./evening.js";
import { headline } from "./outcome.js";
import { Rematch } from "./rematch.js";
import { resultText } from "./result-text.js";
import { Standings } from "./standings.js";

/** Whether perfect play is an estimate: variants with several columns are too large to solve. */
function isEstimated() {
  return sheet.value.columns.length > 1;
}

/** After a game of a tournament. Its code is loaded when the game is over. */
function Back() {
  const [load, setLoad] = useState(null);
  useEffect(() => {
    import("../../tournaments/back.js").then(({ BackToTournament }) => setLoad({ BackToTournament }));
  }, []);
  return load && html`<${load.BackToTournament} code=${room.value.tournament} playing=${ownSeat.value !== null} />`;
}

/** Return the rating changes of the last game in the form that `Standings` takes. */
function ratingChanges() {
  return room.value.result?.seats.map((rating) => ({ rating })) ?? [];
}

/** Why the game is not rated, or that the ratings are not updated yet. */
function RatingStatus({ status }) {
  const { result } = room.value;
  if (!result || status === "aborted") return null;
  const words = (result.uncounted && gettext(result.uncounted)) ?? (result.counted ? "" : gettext("Updating ratings…"));
  return words && html`<p class="result-note" role="status">${words}</p>`;
}

/** The standings. With the same dice for everybody they have a comparison, whose code is loaded then. */
function Ranking({ people }) {
  const game = view.value;
  const same = game.dice === "same" && game.status === "finished";
  const [load, setLoad] = useState(null);
  useEffect(() => {
    if (same) import("./same-standings.js").then(({ SameStandings }) => setLoad({ SameStandings }));
  }, [same]);
  if (!same || load === null) return html`<${Standings} view=${game} mine=${ownSeat.value} people=${people} />`;
  const analysis = game.share ? "" : page.analysis.replace("CODE", game.game);
  return html`<${load.SameStandings} key=${game.game} view=${game} mine=${ownSeat.value} people=${people} analysis=${analysis} estimated=${isEstimated()} />`;
}

/** What decided the game. Its code is loaded when a game is over. */
function Review({ address }) {
  const [load, setLoad] = useState(null);
  useEffect(() => {
    import("./game-review.js").then(({ GameReview }) => setLoad({ GameReview }));
  }, []);
  return load && html`<${load.GameReview}
    view=${view.value}
    sheet=${sheet.value}
    mine=${ownSeat.value}
    address=${address}
    analysis=${page.analysis.replace("CODE", view.value.game)}
  />`;
}

/** A kind word about the reader's card, with the dice of its best box. */
function Story() {
  const game = view.value;
  const words = cardStory(game, sheet.value, ownSeat.value, page);
  const dice = bestDice(game, sheet.value, ownSeat.value, log.value);
  return words && html`<p class="result-story">${dice && html`<${RollDice} dice=${dice} hold=${[]} />`}<span>${words}</span></p>`;
}

/** The score of the evening. */
function Evening() {
  const game = view.value;
  const scores = useMemo(() => (game.status === "finished" ? countEvening(room.value.code, room.value.number, game) : []), [game.game, game.status]);
  return scores.length > 0 && html`<p class="result-note">${interpolate(gettext("Games won: %(scores)s"), { scores: listed(scores.map(({ name, wins }) => html`${named(name)} ${wins}`)) })}</p>`;
}

/** Return the query that chooses the rules of this game for a card. */
function rulesQuery() {
  const { id, switches } = room.value.variant;
  return new URLSearchParams([["variant", id], ...switches.map((each) => [each.id, each.value])]);
}

function Links({ address }) {
  const game = view.value;
  return html`
    <div class="result-links">
      <a class="button secondary" href=${address}><${Icon} name="log" />${gettext("Review game")}</a>
      ${game.status === "finished" && html`<${ShareButton} text=${resultText({ view: game })} link=${location.origin + address} />`}
      <a class="button quiet" href=${page.newRoom}>${gettext("New game")}</a>
      <a class="button quiet" href=${`${page.newCard}?${rulesQuery()}`}>${gettext("Challenge with these rules")}</a>
    </div>
  `;
}

/** Return when the next daily is revealed, at 00:30 UTC: now and result in ms since 1970. */
function revealAfter(now) {
  const at = new Date(now).setUTCHours(0, 30, 0, 0);
  return at > now ? at : at + 86_400_000;
}

/** Shown after a game whose dice others may still play: its page is hidden, and there is no rematch. */
function Shared() {
  if (view.value.mode === "rounds") {
    return html`
      <div class="stack tight">
        <p class="result-note">${gettext("Others may still be playing these dice. Everybody can see this game when all tables are done.")}</p>
        ${room.value.tournament && html`<${Back} />`}
      </div>
    `;
  }
  if (page.card) {
    return html`
      <div class="stack tight">
        <p class="result-note">${gettext("See there how the others played these dice.")}</p>
        <a class="button large block" href=${page.card}>${gettext("The card")}</a>
      </div>
    `;
  }
  return html`
    <div class="stack tight">
      <p class="result-note">${interpolate(gettext("The result, the leaderboard and the analysis come at %(time)s."), { time: timeText(revealAfter(serverNow()), "time") })}</p>
      <a class="button large block" href=${page.daily}>${gettext("The daily")}</a>
    </div>
  `;
}

/** What all ends have: the place of the felt, a line, and who has won. `line`: above the title. */
function Sheet({ line, children }) {
  const { margin, lost } = endingOf(view.value, ownSeat.value);
  const names = ["result", "felt", margin, lost && "lost", hasSeenEnd.value && "arriving"];
  return html`
    <section class=${names.filter(Boolean).join(" ")} aria-labelledby="result-title">
      <p class="eyebrow">${line}</p>
      <h1 id="result-title">${headline(view.value, ownSeat.value, named, lost && margin === "far")}</h1>
      ${children}
    </section>
  `;
}

/** The end of a game whose dice others may still play. */
function SharedResult({ name }) {
  const game = view.value;
  if (room.value.tournament) {
    return html`
      <${Sheet} line=${interpolate(gettext("%(variant)s, same dice"), { variant: name })}>
        <p class="result-note">${gettext("This was your table. Places are counted across all tables.")}</p>
        <${Standings} view=${game} mine=${ownSeat.value} people=${[]} />
        <div class="stack tight"><${Back} /></div>
      <//>
    `;
  }
  const words = game.mode === "rounds" || page.card ? gettext("%(variant)s, same dice") : gettext("%(variant)s, the daily");
  return html`
    <${Sheet} line=${interpolate(words, { variant: name })}>
      <${Ranking} people=${[]} />
      <${Shared} />
    <//>
  `;
}

export function Result() {
  const game = view.value;
  const { number, tournament, variant } = room.value;
  const name = gettext(variant.name);
  if (game.share) return html`<${SharedResult} name=${name} />`;
  const address = page.game.replace("CODE", game.game);
  const title = game.replay ? gettext("%(variant)s, game %(number)s, replay") : gettext("%(variant)s, game %(number)s");
  return html`
    <${Sheet} line=${interpolate(title, { variant: name, number })}>
      <${Story} />
      ${tournament ? html`<div class="stack tight rematch"><${Back} /></div>` : html`<${Rematch} />`}
      <${Ranking} people=${ratingChanges()} />
      <${Evening} />
      <${RatingStatus} status=${game.status} />
      <${Links} address=${address} />
      ${
        !tournament &&
        html`<details class="fold">
          <summary><${Icon} name="person" />${gettext("Seats for the next game")}</summary>
          <div class="fold-body"><${SeatPicker} /><${AddOnDevice} /><${GameChange} /></div>
        </details>`
      }
      ${game.status === "finished" && html`<${Review} key=${game.game} address=${address} />`}
    <//>
  `;
}
