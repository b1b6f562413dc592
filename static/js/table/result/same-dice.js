// After a replay with an earlier game's dice: compare the score with the first one and with perfect play.

import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate, ngettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { html } from "../../ui/html.js";
import { PerfectNote, shareWords } from "../../ui/perfect-play.js";

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

/** Return a total as a share of perfect play, or in points while that is unknown. */
function scoreWords(total, perfect) {
  return perfect === null ? interpolate(ngettext("%(points)s point", "%(points)s points", total), { points: total }) : shareWords(total, perfect);
}

export function SameDice({ view, estimated }) {
  const { replay, status, seats } = view;
  const [perfect, setPerfect] = useState(null);
  useEffect(() => {
    if (replay && status === "finished") fetchPerfect(replay).then(setPerfect);
  }, [view.game, status]);
  if (!replay || status !== "finished") return null;
  return html`
    <p class="result-note same-dice" role="status">
      <b>${scoreWords(seats[0].card.total, perfect)}</b><br />
      <a href=${page.game.replace("CODE", replay.game)}>${gettext("The first time")}</a>: ${scoreWords(replay.total, perfect)}
    </p>
    <${PerfectNote} perfect=${perfect} estimated=${estimated} />
  `;
}
