// The sounds of a screen. A TV's browser may know no workers of modules, so the sounds are computed here, one at a time.
// Browsers allow no sound before somebody has pressed a key or come here by a link of this site.

import { sound } from "../settings/settings.js";
import { play, setVolume, wake } from "../sound/player.js";
import { render, RECIPES } from "../sound/recipes.js";
import { cuesOf } from "../table/moments/cues.js";

const PAUSE_MS = 30; // between two sounds: the screen goes on moving
const ASKED_MS = 500; // a browser refuses at once
const LANDINGS = 3;
const LANDED_MS = 430; // from the throw to the felt
const APART_MS = 55;

function renderHere(keep, rate) {
  const names = Object.keys(RECIPES);
  return new Promise((resolve) => {
    const next = () => {
      const name = names.shift();
      if (!name) return resolve();
      keep({ name, samples: render(name, rate) });
      return setTimeout(next, PAUSE_MS);
    };
    setTimeout(next, PAUSE_MS);
  });
}

async function start() {
  const awake = wake(renderHere);
  setVolume(sound.value);
  await awake;
}

/** Return a promise: whether the browser lets this page make sounds before somebody has touched it. */
async function mayStart() {
  // An AudioContext would complain on the console. An element without a sound is refused silently, or waits for one.
  const waiting = new Promise((resolve) => setTimeout(resolve, ASKED_MS, true));
  const asked = new Audio().play().then(
    () => true,
    (error) => error.name !== "NotAllowedError",
  );
  return Promise.race([asked, waiting]);
}

/** Begin to make sounds: at once where the browser allows it, else at the first key. */
export async function startSounds() {
  for (const type of ["pointerup", "keydown"]) addEventListener(type, start, { passive: true });
  if (await mayStart()) start();
}

/** Let dice land: `count` of them. */
export function soundLanding(count) {
  for (let die = 0; die < count; die += 1) {
    play(`land ${(die % LANDINGS) + 1}`, { delay: (LANDED_MS + die * APART_MS) / 1000, gain: 0.9, pitch: 0.94 + die * 0.03 });
  }
}

/** Sound the moments of a game (table/moments/moments.js) after `wait` ms. */
export function soundMoments(moments, wait) {
  for (const { name, delay } of cuesOf(moments, null)) play(name, { delay: delay + wait / 1000 });
}
