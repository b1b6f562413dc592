// After a game with an older game's dice: what was made of them before, and what perfect play makes.

import { useEffect, useState } from "preact/hooks";

import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";

/** Return what perfect play makes of these dice, null while it is not known. */
async function fetchPerfect({ game, seat }) {
  try {
    const answer = await fetch(page.analysis.replace("CODE", game));
    const { seats } = answer.ok ? await answer.json() : { seats: [] };
    return seats[seat]?.perfect ?? null;
  } catch {
    return null; // offline: the line is a bonus
  }
}

function compared(total, before) {
  if (total === before) return `Once more ${total} points, as the first time.`;
  const more = Math.abs(total - before);
  return `${more} point${more === 1 ? "" : "s"} ${total > before ? "more" : "fewer"} than the ${before} of the first time.`;
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
      <b>The same dice again.</b> ${compared(seats[0].card.total, replay.total)}
      ${perfect !== null && ` Perfect play, which does not know them either, makes ${perfect} of these dice.`}
      ${" "}<a href=${page.game.replace("CODE", replay.game)}>The game they are from</a>
    </p>
  `;
}
