// At a table of a tournament: a line with my place and the time that is left, which leads to its page.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { useServerTime } from "../net/server-time.js";
import { duration } from "../ui/duration.js";
import { html } from "../ui/html.js";
import { typed } from "../ui/typed.js";
import { hasPlaces, readTournament, takeUpdate } from "./standings.js";

const tournament = signal(null); // as in standings.js
const mine = signal(null); // my row
let connection = null;

const HANDLERS = {
  welcome(message) {
    tournament.value = readTournament(message);
    mine.value = message.me?.row;
  },
  snapshot(message) {
    tournament.value = readTournament(message);
  },
  standings(message) {
    const { tournament: changed, gap } = takeUpdate(tournament.value, message);
    tournament.value = changed;
    if (gap) connection.cast({ type: "sync" });
  },
  me({ me }) {
    mine.value = me?.row;
  },
};

function follow(code) {
  if (connection !== null) return;
  const url = new URL(`/ws/v1/tournaments/${code}/`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  connection = new Connection(url.href, {
    message: (message) => HANDLERS[message.type]?.(message),
    status: () => {},
    position: () => ({ seq: tournament.value?.seq }),
    time: () => {},
  });
  connection.open();
}

/** My place, if there are places, and how long an arena goes on. Short, because the bar is narrow on a phone. */
function words({ duplicate, rows, ends, finished }, row, now) {
  const isRanked = row && (duplicate ? row.total !== undefined : hasPlaces(rows));
  const place = isRanked && `${gettext("Place")} ${row.place}`;
  if (duplicate || finished || now >= ends) return place;
  const time = duration((ends - now) / 1000);
  return place ? `${place} · ${time}` : interpolate(gettext("%(time)s left"), { time });
}

export function AtTournament({ code }) {
  const now = useServerTime();
  useEffect(() => follow(code), [code]);
  const shown = tournament.value && words(tournament.value, mine.value, now);
  const name = typed(tournament.value?.name || gettext("Tournament"));
  return html`<a class="muted number at-tournament" href=${page.tournament.replace("CODE", code)} target="_blank">${shown ? html`<span class="at-name">${name} · </span>${shown}` : name}</a>`;
}
