// The installed site: the service worker, and a page's questions to its player, such as to load a new release or to
// install the site. js/ui/first-paint.js loads this when a page has been open for a while.

import { gettext } from "../language/language.js";
import { followPlayer } from "../notifications/push.js";
import { tellTimeZone } from "../settings/time-zone.js";
import { offerInstall } from "./install.js";
import { offerPush } from "./offer-push.js";
import { isPlaying, whenPlayed } from "./playing.js";
import { ask } from "./question.js";

const CHECK_MS = 3_600_000; // how often a page that stays open asks whether there is a new release
const ASKED = "asked-version"; // per tab, so that a long update asks once

const root = document.documentElement;
const { serviceWorker } = navigator;

function wasAsked(version) {
  try {
    return sessionStorage.getItem(ASKED) === version;
  } catch {
    return false; // storage may be disabled
  }
}

function noteAsked(version) {
  try {
    sessionStorage.setItem(ASKED, version);
  } catch {
    return;
  }
}

function offerReload(version) {
  if (version === root.dataset.version || wasAsked(version)) return;
  // Never in the middle of a game.
  whenPlayed(() => {
    if (wasAsked(version)) return;
    noteAsked(version);
    ask({
      name: "update",
      text: gettext("A new version is ready."),
      yes: gettext("Reload"),
      no: gettext("Later"),
      onYes: () => location.reload(),
      isWelcome: () => !isPlaying(),
    });
  });
}

async function start() {
  serviceWorker.addEventListener("message", ({ data }) => data?.type === "version" && offerReload(data.version));
  let registration;
  try {
    registration = await serviceWorker.register(root.dataset.worker);
  } catch {
    return; // the browser forbids it, for example in a private window, or there is no connection
  }
  let checked = Date.now();
  const check = () => {
    if (document.visibilityState !== "visible" || Date.now() - checked < CHECK_MS) return;
    checked = Date.now();
    registration.update().catch(() => {}); // without a connection
  };
  document.addEventListener("visibilitychange", check);
  setInterval(check, CHECK_MS / 4);
}

/** Remove the mark on the icon of the installed site: the player is here. */
function clearBadge() {
  if (document.visibilityState === "visible") navigator.clearAppBadge?.().catch(() => {});
}

start();
offerInstall();
followPlayer().catch(() => {}); // without a connection: the next page tries again
tellTimeZone().catch(() => {}); // likewise
offerPush();
clearBadge();
document.addEventListener("visibilitychange", clearBadge);
