// Plays the sounds with WebAudio. Loaded after the first gesture, because no page may make a sound before it.

const RATE = 24000; // enough for the highest tone, and half the work of 48000
const FADE_S = 0.05;
const LOOKS_AHEAD_S = 0.01;

const MAX_LATE_MS = 500; // a later sound would no longer match what the player sees

const buffers = new Map();
let early = []; // sounds that were requested before they were computed
let context = null;
let output = null;
let prepared = null;

function open() {
  context = new AudioContext({ latencyHint: "interactive" });
  const limiter = new DynamicsCompressorNode(context, { threshold: -8, knee: 6, ratio: 8, attack: 0.002, release: 0.12 });
  output = new GainNode(context, { gain: 0 });
  output.connect(limiter).connect(context.destination);
}

function isFresh({ asked }) {
  return performance.now() - asked < MAX_LATE_MS;
}

function keep({ name, samples }) {
  const buffer = context.createBuffer(1, samples.length, RATE);
  buffer.copyToChannel(samples, 0);
  buffers.set(name, buffer);
  for (const each of early) {
    if (each.name === name && isFresh(each)) play(name, each.options);
  }
}

/** Let a worker compute the sounds, and return a promise of them. */
function renderInWorker() {
  const worker = new Worker(import.meta.resolve("./render-worker.js"), { type: "module" });
  return new Promise((resolve) => {
    worker.addEventListener("message", ({ data }) => (data === "done" ? resolve() : keep(data)));
    worker.addEventListener("error", resolve);
    worker.postMessage(RATE);
  });
}

/**
 * Start, or start again after the system has stopped all sounds. Call it from a gesture. Returns a promise.
 *
 * `render(keep, rate)` computes the sounds where there is no worker of modules: it calls `keep({name, samples})` for each,
 * and returns a promise.
 */
export async function wake(render = renderInWorker) {
  if (!context) {
    open();
    prepared = render(keep, RATE);
  }
  if (context.state !== "running") await context.resume();
  await prepared;
}

/** Set the volume, 0 to 1. */
export function setVolume(volume) {
  // People perceive loudness by ratios, so the square of the slider's value is a better scale than the value.
  output?.gain.setTargetAtTime(volume * volume * 2.5, context.currentTime, 0.02);
}

function source(name, { gain, pitch, loop = false }) {
  const node = new AudioBufferSourceNode(context, { buffer: buffers.get(name), loop, playbackRate: pitch });
  const level = new GainNode(context, { gain });
  node.connect(level).connect(output);
  return { node, level };
}

function isReady(name) {
  return context?.state === "running" && buffers.has(name);
}

/** Play a sound after `delay` seconds: as soon as it is computed, unless that takes too long. */
export function play(name, options = {}) {
  const { delay = 0, gain = 1, pitch = 1 } = options;
  if (context && !buffers.has(name)) early = [...early.filter(isFresh), { name, options, asked: performance.now() }];
  if (!isReady(name)) return;
  source(name, { gain, pitch }).node.start(context.currentTime + LOOKS_AHEAD_S + delay);
}

/** Play a sound again and again; return a function that fades it out. */
export function loop(name) {
  if (!isReady(name)) return () => {};
  const { node, level } = source(name, { gain: 1, pitch: 1, loop: true });
  node.start();
  return () => {
    level.gain.setTargetAtTime(0, context.currentTime, FADE_S / 3);
    node.stop(context.currentTime + FADE_S * 2);
  };
}
