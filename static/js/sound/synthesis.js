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

/** Return the greatest root mean square of any 50 ms: about how loud a short sound is. */
export function loudness(samples, rate) {
  const width = Math.min(samples.length, Math.round(rate * 0.05));
  let sum = 0;
  let most = 0;
  samples.forEach((value, index) => {
    sum += value * value - (index < width ? 0 : samples[index - width] ** 2);
    most = Math.max(most, sum);
  });
  return Math.sqrt(most / width);
}

/** Fade the last `seconds` to 0, so that nothing clicks at the end. */
export function fadeEnd({ samples, rate }, seconds) {
  const length = Math.min(samples.length, Math.round(seconds * rate));
  for (let left = 0; left < length; left += 1) samples[samples.length - 1 - left] *= left / length;
}
