// At a table of a duplicate event: my place among all tables, after each round.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { percentWords } from "./percent.js";
import { readTournament, takeUpdate } from "./standings.js";

const event = signal(null); // as in standings.js
const mine = signal(null); // my row
let connection = null;

const HANDLERS = {
  welcome(message) {
    event.value = readTournament(message);
    mine.value = message.me?.row;
  },
  snapshot(message) {
    event.value = readTournament(message);
  },
  standings(message) {
    const { tournament, gap } = takeUpdate(event.value, message);
    event.value = tournament;
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
    position: () => ({ seq: event.value?.seq }),
    time: () => {},
  });
  connection.open();
}

export function FieldPlace({ code }) {
  useEffect(() => follow(code), [code]);
  const row = mine.value;
  const counted = event.value?.duplicate?.counted ?? 0;
  if (counted === 0 || row?.percent === undefined) return html`<p class="round-field number" role="status"></p>`;
  const values = { round: counted, place: row.place, players: event.value.players, percent: percentWords(row.percent) };
  return html`
    <p class="round-field number" role="status">
      <a href=${page.tournament.replace("CODE", code)} target="_blank">${interpolate(gettext("All tables after round %(round)s: place %(place)s of %(players)s, %(percent)s"), values)}</a>
    </p>
  `;
}
