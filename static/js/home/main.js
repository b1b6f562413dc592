// The home page: connects the lobby's socket, the form and the live parts. Until the first message
// arrives the page stays as the server rendered it.

import { render } from "preact";

import { restart, setConnection } from "../net/commands.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { onClockStep, setServerTime } from "../net/server-time.js";
import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";
import { Trouble } from "../ui/trouble-notice.js";
import { watchVisitorLater } from "../ui/visitor-later.js";
import { openChallenge, watchChallenge } from "./challenge-dialog.js";
import { ChallengeNote, Challenges } from "./challenges.js";
import { receiveLobby } from "./messages.js";
import { OpenTables } from "./open-tables.js";
import { play, watchForm } from "./play-form.js";
import { Searching } from "./search.js";
import { fellows, link, lobby, you } from "./state.js";
import { watchTabTitle } from "./tab-title.js";

function connect() {
  const url = new URL(page.socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  let welcomed = false;
  return new Connection(url.href, {
    message(message) {
      receiveLobby(message);
      if (message.type === "welcome" && !welcomed) {
        welcomed = true;
        mount("tables", html`<${OpenTables} />`);
        mount("challenges", html`<${Challenges} />`);
        if (document.getElementById("invitations")) showPeople();
        startTv();
        if (asked.has("play")) playAsAsked();
      }
    },
    status(status) {
      link.value = status;
    },
    position: () => ({ looking: document.visibilityState === "visible", seq: lobby.value?.seq }),
    time: setServerTime,
  });
}

function mount(id, component) {
  const place = document.getElementById(id);
  place.replaceChildren();
  render(component, place);
}

function NoConnection() {
  return html`<${Trouble} link=${link.value} onRetry=${restart} />`;
}

/** Search as the page of a new table asked to: once, not after a reload. */
function playAsAsked() {
  history.replaceState(null, "", location.pathname);
  if (you.value.player !== null) play();
}

/** Load what only people with a name see. */
async function showPeople() {
  const { Invitations, showFellows } = await import("./people.js");
  mount("invitations", html`<${Invitations} />`);
  fellows.subscribe(showFellows);
}

/** Load the featured table only now: the page is complete without it. */
async function startTv() {
  const { show } = await import("./tv.js");
  show(document.getElementById("tv"));
}

function followTheNetwork(connection) {
  onClockStep(() => connection.wake());
  addEventListener("online", () => connection.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.wake());
  // A page restored from the back/forward cache is out of date.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

const asked = new URLSearchParams(location.search);
const challenged = asked.get("challenge");
const connection = connect();
setConnection(connection);
you.value = { ...you.value, player: Number(page.player) || null };
watchForm();
watchChallenge();
watchTabTitle();
mount("searching", html`<${NoConnection} /><${Searching} />`);
mount("notices", html`<${ChallengeNote} /><${LiveRegion} />`);
followTheNetwork(connection);
watchVisitorLater(() => lobby.value && you.value, restart);
if (challenged !== null) openChallenge(challenged);
connection.open();
