// The parts that all sounds are made of: damped tones and bursts of noise, added to an array of samples.
// Pure; `random` is a function like Math.random.

const SILENT = 7; // decay times until a tone is 60 dB below its start

/** Return a repeatable source of numbers from 0 to 1 (mulberry32, by Tommy Ettinger, public domain). */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Add a tone that rings from the second `at`; `decay`: seconds until it has fallen to 1/e. */
export function addTone({ samples, rate }, { at = 0, frequency, decay, gain }) {
  if (frequency > rate * 0.45) return;
  const start = Math.round(at * rate);
  const end = Math.min(samples.length, start + Math.ceil(SILENT * decay * rate));
  const radius = Math.exp(-1 / (decay * rate));
  const angle = (2 * Math.PI * frequency) / rate;
  // A resonator with two poles costs two multiplications a sample, where Math.sin would cost a call.
  const first = 2 * radius * Math.cos(angle);
  const second = -radius * radius;
  let older = 0;
  let newer = gain * radius * Math.sin(angle);
  for (let index = start + 1; index < end; index += 1) {
    samples[index] += newer;
    [older, newer] = [newer, first * newer + second * older];
  }
}

/** Add noise between `low` and `high` Hz, which rises for `attack` and then decays for `decay` seconds. */
export function addNoise({ samples, rate }, { at = 0, low, high, attack = 0.0005, decay, gain }, random) {
  const start = Math.round(at * rate);
  const end = Math.min(samples.length, start + Math.ceil((attack + SILENT * decay) * rate));
  const smooth = 1 - Math.exp((-2 * Math.PI * high) / rate);
  const follow = 1 - Math.exp((-2 * Math.PI * low) / rate);
  let bright = 0;
  let warm = 0;
  let floor = 0;
  for (let index = start; index < end; index += 1) {
    const time = (index - start) / rate;
    bright += smooth * (2 * random() - 1 - bright);
    warm += smooth * (bright - warm);
    floor += follow * (warm - floor);
    const level = time < attack ? time / attack : Math.exp((attack - time) / decay);
    samples[index] += gain * level * (warm - floor);
  }
}

/** Return the greatest absolute value. */
export function peakOf(samples) {
  return samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Return `samples` after a filter with two zeros `b` and two poles `a`. */
function filtered(samples, [b0, b1, b2], [a1, a2]) {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

/**
 * Return `samples` as loud as ears find them: the K weighting of ITU-R BS.1770-5, a shelf that lifts what is above 1.7 kHz
 * by 4 dB, and a high-pass at 38 Hz. The recommendation has coefficients for 48 kHz; these are for any rate (Brecht De
 * Man, "Evaluation of implementations of the EBU R128 loudness measurement", 2018).
 */
function weighted(samples, rate) {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const norm = 1 + k / q + k * k;
  const shelf = [(high + (band * k) / q + k * k) / norm, (2 * (k * k - high)) / norm, (high - (band * k) / q + k * k) / norm];
  const lifted = filtered(Float64Array.from(samples), shelf, [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm]);
  const m = Math.tan((Math.PI * 38.13547087602444) / rate);
  const p = 0.5003270373238773;
  const below = 1 + m / p + m * m;
  return filtered(lifted, [1, -2, 1], [(2 * (m * m - 1)) / below, (1 - m / p + m * m) / below]);
}

/** Return the greatest root mean square of any 50 ms of the first second, weighted: about how loud a short sound is. */
export function loudness(samples, rate) {
  const heard = weighted(samples.subarray(0, rate), rate);
  const width = Math.min(heard.length, Math.round(rate * 0.05));
  let sum = 0;
  let most = 0;
  heard.forEach((value, index) => {
    sum += value * value - (index < width ? 0 : heard[index - width] ** 2);
    most = Math.max(most, sum);
  });
  return Math.sqrt(most / width);
}

/** Fade the last `seconds` to 0, so that nothing clicks at the end. */
export function fadeEnd({ samples, rate }, seconds) {
  const length = Math.min(samples.length, Math.round(seconds * rate));
  for (let left = 0; left < length; left += 1) samples[samples.length - 1 - left] *= left / length;
}
