// The home page: connects the lobby's socket, the form and the live parts. Until the first message
// arrives the page stays as the server rendered it.

import { render } from "preact";

import { setConnection } from "../net/commands.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { setServerTime } from "../net/server-time.js";
import { lessons } from "../settings/settings.js";
import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";
import { ChallengeDialog, openChallenge } from "./challenge-dialog.js";
import { ChallengeNote, Challenges } from "./challenges.js";
import { receiveLobby } from "./messages.js";
import { OpenTables } from "./open-tables.js";
import { watchForm } from "./play-form.js";
import { Searching } from "./search.js";
import { SiteNews } from "./site-news.js";
import { link, lobby, you } from "./state.js";
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
        mount("site-news", html`<${SiteNews} />`);
        startTv();
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

/** Let the player decline the offer of the first game. It does not come back; with an account, on no device. */
function watchOffer() {
  document.getElementById("first-game-no")?.addEventListener("click", () => {
    lessons.value = false;
    document.getElementById("play-now").focus({ preventScroll: true });
  });
}

/** Load the featured table only now: the page is complete without it. */
async function startTv() {
  const { show } = await import("./tv.js");
  show(document.getElementById("tv"));
}

function followTheNetwork(connection) {
  addEventListener("online", () => connection.wake());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.wake());
  // A page restored from the back/forward cache is out of date.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

const connection = connect();
setConnection(connection);
you.value = { ...you.value, player: Number(page.player) || null };
watchForm();
watchOffer();
watchTabTitle();
mount("searching", html`<${Searching} />`);
mount("notices", html`<${ChallengeNote} /><${ChallengeDialog} /><${LiveRegion} />`);
followTheNetwork(connection);
const challenged = new URLSearchParams(location.search).get("challenge");
if (challenged !== null) openChallenge(challenged);
connection.open();
