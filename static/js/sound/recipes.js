// Every sound of the table, by name: its length, its loudness, and what it is made of. Pure: `render` gives
// the same samples each time.

import { bell, felt, ivory, marimba, pencil, wood } from "./materials.js";
import { fadeEnd, loudness, peakOf, seeded } from "./synthesis.js";

const MAX_PEAK = 0.8;
const FADE_SHARE = 0.2; // of a sound's length, at its end
const LOOP_FADE_S = 0.01;

const NOTE = { G4: 392, C5: 523.25, D5: 587.33, E5: 659.26, G5: 783.99, A5: 880, C6: 1046.5, E6: 1318.5, G6: 1568 };

/** Dice in a hand: clicks without a rhythm. It is played in a loop, so nothing rings past its end. */
function rattle(take) {
  for (let at = 0.01; at < 0.66; at += 0.018 + take.random() * 0.03) {
    const gain = 0.25 + take.random() * 0.75;
    ivory(take, at, gain);
    wood(take, at, gain * 0.22, 380 + take.random() * 160);
  }
}

/** One die lands, and bounces when the simulated dice of dice/paths.js do. */
function land(take) {
  const { random } = take;
  const bounces = [0, 0.19 + random() * 0.05, 0.3 + random() * 0.04, 0.37 + random() * 0.04];
  bounces.forEach((at, bounce) => felt(take, at, 0.42 ** bounce * (0.85 + random() * 0.3)));
  ivory(take, 0.004 + random() * 0.01, 0.12);
  if (random() < 0.6) ivory(take, 0.2 + random() * 0.1, 0.1);
}

function arpeggio(take, instrument, notes, step, gain = 1) {
  notes.forEach((note, index) => instrument(take, index * step, gain, NOTE[note]));
}

/** {seconds, level: weighted loudness in dB below full scale, seed, play, fade: seconds at the end}. */
export const RECIPES = {
  rattle: { seconds: 0.7, level: -27, seed: 3, play: rattle, fade: LOOP_FADE_S },
  "land 1": { seconds: 0.55, level: -23, seed: 11, play: land },
  "land 2": { seconds: 0.55, level: -23, seed: 12, play: land },
  "land 3": { seconds: 0.55, level: -23, seed: 13, play: land },
  hold: { seconds: 0.2, level: -25, seed: 5, play: (take) => wood(take, 0, 1, 640) },
  release: { seconds: 0.2, level: -27, seed: 6, play: (take) => felt(take, 0, 1) },
  score: {
    seconds: 0.34,
    level: -26,
    seed: 7,
    play(take) {
      pencil(take, 0, 0.8, 0.07);
      pencil(take, 0.085, 1, 0.1);
      wood(take, 0.2, 0.4, 470);
    },
  },
  "your turn": { seconds: 1.5, level: -22, seed: 8, play: (take) => arpeggio(take, marimba, ["G4", "C5"], 0.16) },
  "clock low": {
    seconds: 0.4,
    level: -24,
    seed: 9,
    play(take) {
      wood(take, 0, 1, 1080);
      wood(take, 0.14, 0.7, 960);
    },
  },
  straight: { seconds: 1.6, level: -22, seed: 10, play: (take) => arpeggio(take, marimba, ["C5", "D5", "E5", "G5", "A5"], 0.075) },
  alike: { seconds: 1.4, level: -23, seed: 21, play: (take) => arpeggio(take, marimba, ["C5", "C5", "G5"], 0.09) },
  bonus: {
    seconds: 2,
    level: -21,
    seed: 14,
    play(take) {
      bell(take, 0, 0.8, NOTE.G5, 0.7);
      bell(take, 0.13, 1, NOTE.C6, 0.7);
    },
  },
  lead: { seconds: 1.2, level: -24, seed: 15, play: (take) => arpeggio(take, marimba, ["E5", "G5"], 0.1) },
  "last roll": { seconds: 0.6, level: -27, seed: 16, play: (take) => marimba(take, 0, 1, NOTE.G4 / 2) },
  // Two strokes, as a ship's bell is rung.
  yacht: {
    seconds: 3.2,
    level: -18,
    seed: 17,
    play(take) {
      bell(take, 0, 0.9, NOTE.C6);
      bell(take, 0.27, 1, NOTE.C6);
    },
  },
  win: {
    seconds: 3,
    level: -19,
    seed: 18,
    play(take) {
      arpeggio(take, marimba, ["C5", "E5", "G5", "C6"], 0.11);
      bell(take, 0.44, 0.7, NOTE.G5, 0.9);
      bell(take, 0.62, 0.8, NOTE.C6, 0.9);
    },
  },
  over: { seconds: 1.6, level: -23, seed: 19, play: (take) => arpeggio(take, marimba, ["G5", "E5", "C5"], 0.15) },
};

/** Return the samples of the sound `name` (Float32Array, mono) at `rate` samples a second. */
export function render(name, rate) {
  const { seconds, level, seed, play, fade = seconds * FADE_SHARE } = RECIPES[name];
  const take = { samples: new Float32Array(Math.round(seconds * rate)), rate, random: seeded(seed) };
  play(take);
  fadeEnd(take, fade);
  const wanted = 10 ** (level / 20) / loudness(take.samples, rate);
  const factor = Math.min(wanted, MAX_PEAK / peakOf(take.samples));
  return take.samples.map((value) => value * factor);
}
