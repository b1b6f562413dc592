import assert from "node:assert/strict";
import test from "node:test";

import { RECIPES, render } from "../../../../static/js/sound/recipes.js";

const RATE = 24000;
const STUDIO_RATE = 48000; // for which ITU-R BS.1770-5, annex 1, tables 1 and 2, lists the coefficients of its filters
const SHELF = { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] };
const HIGH_PASS = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] };
const decibels = (value) => 20 * Math.log10(value);

/** The peak of a sound, the slow and plain way. */
function peak(samples) {
  let most = 0;
  for (const sample of samples) most = Math.max(most, sample, -sample);
  return most;
}

function filtered(samples, { b, a }) {
  const out = [];
  samples.forEach((sample, at) => {
    const past = (list, back) => list[at - back] ?? 0;
    out.push(b[0] * sample + b[1] * past(samples, 1) + b[2] * past(samples, 2) - a[0] * past(out, 1) - a[1] * past(out, 2));
  });
  return out;
}

/** The loudest 50 ms as ears find it: weighted root mean square, each window summed anew. */
function loudest(samples) {
  const heard = filtered(filtered([...samples], SHELF), HIGH_PASS);
  const width = STUDIO_RATE / 20;
  let most = 0;
  for (let start = 0; start + width <= heard.length; start += 120) {
    let sum = 0;
    for (let at = start; at < start + width; at += 1) sum += heard[at] ** 2;
    most = Math.max(most, Math.sqrt(sum / width));
  }
  return most;
}

/** How strong one frequency is in `samples`: a single bin of the discrete Fourier transform. */
function strength(samples, frequency) {
  let real = 0;
  let imaginary = 0;
  samples.forEach((sample, index) => {
    const angle = (2 * Math.PI * frequency * index) / RATE;
    real += sample * Math.cos(angle);
    imaginary -= sample * Math.sin(angle);
  });
  return Math.hypot(real, imaginary) / samples.length;
}

for (const [name, { seconds, level }] of Object.entries(RECIPES)) {
  test(`it renders "${name}" without clipping, about as loud as the others, and silent at both ends`, () => {
    const samples = render(name, RATE);
    assert.equal(samples.length, Math.round(seconds * RATE));
    assert.ok(samples.every(Number.isFinite));
    assert.ok(decibels(peak(samples)) < -6, `peak ${decibels(peak(samples))} dB`);
    const heard = decibels(loudest(render(name, STUDIO_RATE)));
    assert.ok(Math.abs(heard - level) < 0.5, `loudness ${heard} dB`);
    assert.ok(level >= -28 && level <= -17);
    assert.ok(Math.abs(samples[0]) < 0.01 && Math.abs(samples.at(-1)) < 0.001);
  });
}

test("it renders the same samples each time", () => {
  assert.deepEqual(render("rattle", RATE), render("rattle", RATE));
});

test("it rattles evenly, so that no pulse is heard where its loop starts again", () => {
  const samples = render("rattle", RATE);
  const power = (from, to) => samples.slice(from * RATE, to * RATE).reduce((sum, sample) => sum + sample * sample, 0) / (to - from);
  assert.ok(power(0.6, 0.7) > 0.4 * power(0, 0.6), `${power(0.6, 0.7)} after ${power(0, 0.6)}`);
});

test("it makes three landings that differ", () => {
  const [one, two, three] = ["land 1", "land 2", "land 3"].map((name) => render(name, RATE));
  assert.notDeepEqual(one, two);
  assert.notDeepEqual(two, three);
});

test("it rings the ship's bell on C6, with a minor third above and an octave below", () => {
  const ringing = render("yacht", RATE).slice(0.4 * RATE, 1.4 * RATE);
  const beside = Math.max(...[700, 900, 1180, 1400].map((frequency) => strength(ringing, frequency)));
  for (const frequency of [523.25, 1046.5, 1245.3]) {
    assert.ok(strength(ringing, frequency) > 5 * beside, `${frequency} Hz`);
  }
});

test("it tells my turn with a rising fourth", () => {
  const samples = render("your turn", RATE);
  const first = samples.slice(0, 0.15 * RATE);
  const second = samples.slice(0.5 * RATE, 1 * RATE);
  assert.ok(strength(first, 392) > 5 * strength(first, 523.25));
  assert.ok(strength(second, 523.25) > strength(second, 450) * 5);
});

test("it keeps the thud of a landing die below the click of a die that is held", () => {
  const center = (samples) => {
    const bins = Array.from({ length: 60 }, (_, bin) => 60 * 1.09 ** bin);
    const weights = bins.map((frequency) => strength(samples, frequency));
    return bins.reduce((sum, frequency, bin) => sum + frequency * weights[bin], 0) / weights.reduce((a, b) => a + b);
  };
  assert.ok(center(render("land 1", RATE)) < center(render("hold", RATE)));
});
