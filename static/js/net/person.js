// Whose page this is, and whether the browser is somebody else's by now: another tab or device may sign in or out.

import { hasSessionChanged, noteSession } from "./csrf.js";

const LOOK_MS = 1000;

let mine = Number(globalThis.document?.documentElement.dataset.player) || null;
let here = false; // whether the last change was in this browser
let other = null; // who the browser is now, if it is somebody else
let isSigningIn = false;
let show = () => {};

/** Do `signIn`, by which the page itself signs its visitor in. It returns the player, or null if that was refused. */
export async function becomePlayer(signIn) {
  isSigningIn = true;
  const player = await signIn();
  isSigningIn = false;
  if (player === null) return;
  mine = player;
  noteSession();
}

/** Note whom the server takes the visitor for. The page of somebody without a name may become anybody's. */
export function noteVisitor({ player, name }) {
  mine ??= player;
  here ||= hasSessionChanged();
  const changed = player === mine ? null : { player, name, here };
  here = false;
  other = changed?.player ?? null;
  show(changed);
}

/** Return whether what the page sends might be somebody else's than it shows. */
export function isOutdated() {
  return other !== null || (mine !== null && hasSessionChanged());
}

/**
 * Whenever somebody signs in or out in this browser, call `ask`, which asks the server who this is. Show what has changed:
 * {player, name} as the server knows them now, and whether it was `here`, in this browser; or null.
 */
export function followVisitor(ask, showChange) {
  show = showChange;
  setInterval(() => {
    if (isSigningIn || !hasSessionChanged()) return;
    here = true;
    noteSession();
    ask();
  }, LOOK_MS);
}
