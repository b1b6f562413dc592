// After a replay with an earlier game's dice: compare the score with the first one and with perfect play.

import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate, ngettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { html } from "../../ui/html.js";

/** Return the score of perfect play with these dice; null if it is not known. */
async function fetchPerfect({ game, seat }) {
  try {
    const answer = await fetch(page.analysis.replace("CODE", game));
    const { seats } = answer.ok ? await answer.json() : { seats: [] };
    return seats[seat]?.perfect ?? null;
  } catch {
    return null; // offline: show the rest without it
  }
}

function compared(total, before) {
  if (total === before) return interpolate(gettext("%(total)s points, the same as the first time."), { total });
  const difference = Math.abs(total - before);
  return interpolate(
    total > before
      ? ngettext(
          "%(difference)s point more than the first time (%(before)s).",
          "%(difference)s points more than the first time (%(before)s).",
          difference,
        )
      : ngettext(
          "%(difference)s point fewer than the first time (%(before)s).",
          "%(difference)s points fewer than the first time (%(before)s).",
          difference,
        ),
    { difference, before },
  );
}

export function SameDice({ view }) {
  const { replay, status, seats } = view;
  const [perfect, setPerfect] = useState(null);
  useEffect(() => {
    if (replay && status === "finished") fetchPerfect(replay).then(setPerfect);
  }, [view.game, status]);
  if (!replay || status !== "finished") return null;
  return html`
    <p class="result-note same-dice" role="status">
      <b>${gettext("Same dice.")}</b> ${compared(seats[0].card.total, replay.total)}
      ${perfect !== null && ` ${interpolate(gettext("Perfect play, without foresight, scores %(perfect)s with these dice."), { perfect })}`}
      ${" "}<a href=${page.game.replace("CODE", replay.game)}>${gettext("Original game")}</a>
    </p>
  `;
}
