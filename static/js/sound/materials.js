// What the table is made of: ivory, felt, wood, brass and a marimba, each as a sum of damped tones.
// `take`: {samples, rate, random}. Pure.

import { addNoise, addTone } from "./synthesis.js";

/** Add the modes of a struck body: [ratio to `frequency`, decay in seconds, gain]. */
function strike(take, { at, frequency, gain }, modes) {
  for (const [ratio, decay, share] of modes) {
    addTone(take, { at, frequency: frequency * ratio, decay, gain: gain * share });
  }
}

const between = (random, low, high) => low + random() * (high - low);

/** A die hits another die: short, bright and dry. */
export function ivory(take, at, gain) {
  const { random } = take;
  const frequency = between(random, 2100, 3100);
  strike(take, { at, frequency, gain }, [
    [1, 0.006, 0.5],
    [1.57, 0.0045, 0.4],
    [2.31, 0.003, 0.28],
  ]);
  addNoise(take, { at, low: 1800, high: 7000, decay: 0.0016, gain: gain * 0.9 }, random);
}

/** A die falls on felt over wood: a thud, with a little of the die's own sound. */
export function felt(take, at, gain) {
  const { random } = take;
  const body = between(random, 150, 215);
  strike(take, { at, frequency: body, gain }, [
    [1, 0.03, 0.75],
    [1.83, 0.018, 0.4],
    [3.1, 0.01, 0.22],
  ]);
  strike(take, { at, frequency: between(random, 1250, 1750), gain }, [
    [1, 0.007, 0.2],
    [1.66, 0.005, 0.13],
  ]);
  addNoise(take, { at, low: 250, high: 2200, decay: 0.009, gain: gain * 0.8 }, random);
}

/** Something small touches the wooden rail. */
export function wood(take, at, gain, frequency = 620) {
  strike(take, { at, frequency, gain }, [
    [1, 0.026, 0.6],
    [2.16, 0.014, 0.36],
    [3.47, 0.008, 0.2],
    [5.3, 0.004, 0.1],
  ]);
  addNoise(take, { at, low: 900, high: 4500, decay: 0.003, gain: gain * 0.4 }, take.random);
}

/** A bar of a marimba: its partials are tuned to 1 : 4 : 10. */
export function marimba(take, at, gain, frequency) {
  strike(take, { at, frequency, gain }, [
    [1, 0.3, 0.8],
    [3.98, 0.07, 0.22],
    [9.8, 0.02, 0.08],
  ]);
  addNoise(take, { at, low: 300, high: 1800, decay: 0.006, gain: gain * 0.16 }, take.random);
}

// Partials of a bell by ratio to the strike note (hum, prime, tierce, quint, nominal and above). The tones
// in pairs beat against each other, as in a bell that is not perfectly round.
const BELL = [
  [0.5, 0.9, 0.2],
  [1, 0.62, 0.34],
  [1.0035, 0.6, 0.22],
  [1.19, 0.42, 0.26],
  [1.5, 0.3, 0.12],
  [2, 0.38, 0.3],
  [2.006, 0.36, 0.2],
  [2.67, 0.2, 0.12],
  [3.01, 0.15, 0.11],
  [4.17, 0.09, 0.08],
  [5.43, 0.05, 0.05],
];

/** A small brass bell. `ring` shortens or lengthens its decay. */
export function bell(take, at, gain, frequency, ring = 1) {
  strike(take, { at, frequency, gain }, BELL.map(([ratio, decay, share]) => [ratio, decay * ring, share]));
  addNoise(take, { at, low: 2500, high: 9000, decay: 0.003, gain: gain * 0.25 }, take.random);
}

/** A pencil on paper, for `seconds`. */
export function pencil(take, at, gain, seconds) {
  const { random } = take;
  addNoise(take, { at, low: 1900, high: 5200, attack: seconds * 0.4, decay: seconds * 0.22, gain }, random);
}
