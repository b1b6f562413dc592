// The page of a tournament: connects its socket and the live parts. Until the first message arrives the
// page stays as the server rendered it.

import { render } from "preact";

import { restart, setConnection } from "../net/commands.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { onClockStep, setServerTime } from "../net/server-time.js";
import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";
import "../ui/share-places.js";
import { Trouble } from "../ui/trouble-notice.js";
import { watchVisitorLater } from "../ui/visitor-later.js";
import { Podium, Standings, Tables } from "./board.js";
import { Clock } from "./clock.js";
import { receiveTournament } from "./messages.js";
import { MyPart } from "./my-part.js";
import { link, tournament, you } from "./state.js";

function mount(id, component) {
  const place = document.getElementById(id);
  place.replaceChildren();
  render(component, place);
}

function connect() {
  const url = new URL(page.socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  let welcomed = false;
  return new Connection(url.href, {
    message(message) {
      receiveTournament(message);
      if (message.type !== "welcome" || welcomed) return;
      welcomed = true;
      mount("arena-clock", html`<${Clock} />`);
      mount("arena-me", html`<${MyPart} />`);
      mount("arena-podium", html`<${Podium} />`);
      mount("arena-standings", html`<${Standings} />`);
      if (!message.tournament.duplicate) mount("arena-tables", html`<${Tables} />`);
      else import("./by-round.js").then(({ ByRound }) => mount("arena-rounds", html`<${ByRound} />`));
    },
    status(status) {
      link.value = status;
    },
    position: () => ({ seq: tournament.value?.seq }),
    time: setServerTime,
  });
}

function NoConnection() {
  return html`<${Trouble} link=${link.value} onRetry=${restart} />`;
}

const connection = connect();
setConnection(connection);
mount("arena-notices", html`<${NoConnection} /><${LiveRegion} />`);
watchVisitorLater(() => tournament.value && you.value, restart);
onClockStep(() => connection.wake());
addEventListener("online", () => connection.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.wake());
// A page restored from the back/forward cache is out of date.
addEventListener("pageshow", (event) => event.persisted && location.reload());
connection.open();
