// The dice of a table on a canvas: where they lie, what moves, and one drawing per frame while something moves.
// It does not use the page, so that it can run in a worker.

import { camera } from "./camera.js";
import { hopping, rising } from "./celebrations.js";
import { drawDie, drawFrame, drawHalo, drawShadow, preparedLook } from "./drawing.js";
import { drawn, farPlace, handPlace, heldPlace, restPlace } from "./places.js";
import { plansOf } from "./plan.js";
import { lying, NO_TURN, turned, upperFace, yawTurn } from "./rotation.js";
import { flip, shake, slide, still, thrown } from "./throw.js";
import { throwTimes } from "./times.js";

const LINGER_MS = 700; // how long the dice of a finished turn stay
const SLIDE_MS = 280;
const LEAVE_MS = 420;
const CELEBRATIONS = { hop: hopping, rise: rising };

const nextFrame = globalThis.requestAnimationFrame ?? ((draw) => setTimeout(() => draw(performance.now()), 1000 / 60));
const cancelFrame = globalThis.cancelAnimationFrame ?? clearTimeout;

/** Return a rotation with any face up: for dice that show none. */
function anyTurn(yaw) {
  return lying(1, yaw, NO_TURN);
}

export class DiceScene {
  /** `origin`: the time origin of the page, in ms. All times in states are `performance.now()` of the page. */
  constructor(canvas, origin) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.ahead = performance.timeOrigin - origin; // of our clock, in ms
    this.dice = []; // {track, text: of the roll that it lies from, face}
    this.columns = [];
    this.state = null;
    this.frame = 0;
    this.linger = 0;
  }

  close() {
    cancelFrame(this.frame);
    this.endLinger();
  }

  /** Return the time in the page. */
  now() {
    return performance.now() + this.ahead;
  }

  /** `look`: a result of `readLook`. */
  setLook(look) {
    this.look = preparedLook(look);
    this.draw();
  }

  /**
   * `width`, `height`: of the canvas, in px. `columns`: where each die is, from the middle, in edges. `origin`: {x, y,
   * die} of the camera. Dice that lie still are put in their places.
   */
  setSize({ width, height, columns, origin }) {
    this.canvas.width = width;
    this.canvas.height = height;
    this.columns = columns;
    this.camera = camera(origin);
    if (this.state?.motion.kind === "rest") this.settle(0);
    this.draw();
  }

  /**
   * Show a state: {faces: each a number or null, held and hinted: positions, roll, next: texts that name this roll and the next one,
   * mine: whether unrolled dice lie on the rail, side: of the acting player's hand, motion: the value of `motion`, level:
   * "full", "short", "none"}.
   */
  show(state) {
    const before = this.state;
    this.state = state;
    if (this.dice.length !== state.faces.length) this.reset();
    const { kind } = state.motion;
    const changed = kind !== (before?.motion.kind ?? "rest");
    if (changed || !state.faces.includes(null)) this.endLinger();
    if (changed && kind === "tumbling") this.tumble();
    else if (changed && kind === "landing") this.land(before);
    else if (kind === "lost" || kind === "rest") this.rest(before);
    this.play();
  }

  /** Lay all dice where the state says, without a movement. */
  reset() {
    const { faces, roll } = this.state;
    this.dice = faces.map((face) => ({ face, text: roll, track: still({ at: [0, 0, 0], turn: NO_TURN, blank: 0 }) }));
    this.settle(0);
  }

  /** Return how wide a column is, in edges. */
  lane() {
    const [first, second] = this.columns;
    return second === undefined ? Infinity : second - first;
  }

  /** Return {at, yaw} of the die at `position`, at rest. */
  place(position) {
    const { faces, held, mine, side } = this.state;
    const x = this.columns[position];
    const text = `${this.dice[position].text}/${position}`;
    if (faces[position] === null) return mine ? heldPlace(x, text) : farPlace(x, side, text);
    return held.includes(position) ? heldPlace(x, text) : restPlace(x, this.lane(), text);
  }

  /** Return the pose of the die at `position`, at rest. It keeps the side that it shows to the front. */
  pose(position) {
    const face = this.state.faces[position];
    const { at, yaw } = this.place(position);
    const { track, text } = this.dice[position];
    const now = track.pose(this.now()).turn;
    const lies = face !== null && upperFace(now) === face;
    const quarter = yawTurn(Math.floor(drawn(`${text}/${position}/side`) * 4) * (Math.PI / 2));
    const turn = face === null ? anyTurn(yaw) : lying(face, yaw, lies ? now : quarter);
    return { at, turn, blank: face === null ? 1 : 0 };
  }

  /** Move every die to its place, in `ms`. A die whose face has changed without a throw is put there. */
  settle(ms) {
    const now = this.now();
    this.dice.forEach((die, position) => {
      const { roll, faces } = this.state;
      const jumps = faces[position] !== null && faces[position] !== die.face;
      if (jumps) die.text = roll;
      die.face = faces[position];
      const to = this.pose(position);
      die.track = ms === 0 || jumps ? still(to) : slide(die.track, to, now, ms);
    });
  }

  rest(before) {
    const { faces, motion, level } = this.state;
    if (motion.kind === "lost") return this.giveUp();
    const leaves = faces.includes(null) && this.dice.some(({ face }) => face !== null);
    if (level === "none") return this.settle(0);
    if (!leaves) return this.settle(SLIDE_MS);
    if (this.linger) return undefined;
    if (before?.motion.kind !== "rest" || before.faces.includes(null)) return this.settle(SLIDE_MS);
    // The dice of a finished turn stay a moment, for the points that fly away from them.
    this.linger = setTimeout(() => {
      this.linger = 0;
      this.settle(LEAVE_MS);
      this.play();
    }, LINGER_MS);
    return undefined;
  }

  /** The next roll begins: remove the dice of the last turn. */
  endLinger() {
    clearTimeout(this.linger);
    this.linger = 0;
  }

  /** No answer came: lay the dice down, without faces. */
  giveUp() {
    const now = this.now();
    this.dice.forEach((die, position) => {
      if (this.state.motion.held.includes(position)) return;
      const { at, yaw } = restPlace(this.columns[position], this.lane(), `${die.text}/${position}`);
      die.face = null;
      const pose = { at, turn: anyTurn(yaw), blank: 1 };
      die.track = this.state.level === "none" ? still(pose) : slide(die.track, pose, now, LEAVE_MS);
    });
  }

  /** Return the positions of the dice that are rolled. */
  rolled() {
    return [...this.dice.keys()].filter((position) => !this.state.motion.held.includes(position));
  }

  /** Decide how the dice will be thrown: {position, hand, heading, path} of each, in the order of release. */
  plan() {
    const { side, next } = this.state;
    const rolled = this.rolled();
    const dice = rolled.map((position) => {
      const x = this.columns[position];
      return { hand: handPlace(x, position, side), place: restPlace(x, this.lane(), `${next}/${position}`) };
    });
    const throws = plansOf(dice, (text) => drawn(`${next}/${text}`));
    return throws.map(({ die, heading, path }) => ({ position: rolled[die], hand: dice[die].hand, heading, path }));
  }

  /** Pick the dice up and shake them. */
  tumble() {
    if (this.state.level !== "full") return;
    this.plans = this.plan();
    for (const { position, hand, heading, path } of this.plans) {
      const die = this.dice[position];
      const axis = turned(yawTurn(heading), path.axis);
      die.track = shake(die.track, { hand, axis, speed: path.speed }, this.state.motion.began);
    }
  }

  /** Throw the dice onto their faces. */
  land(before) {
    const { motion, level, roll } = this.state;
    const shaken = before?.motion.kind === "tumbling" && String(before.motion.held) === String(motion.held);
    if (level === "full" && !shaken) {
      this.state.next = roll;
      this.tumble();
    }
    const order = level === "full" ? this.plans : this.rolled().map((position) => ({ position }));
    const { releases, rest } = throwTimes({ ...motion, count: order.length });
    order.forEach((plan, at) => this.throwDie(plan, releases[at], rest));
    for (const position of motion.held) {
      this.dice[position].track = slide(this.dice[position].track, this.pose(position), motion.answered, SLIDE_MS);
    }
  }

  throwDie({ position, ...plan }, release, rest) {
    const { motion, level, faces, roll } = this.state;
    const die = this.dice[position];
    Object.assign(die, { face: faces[position], text: roll });
    const { at, yaw } = restPlace(this.columns[position], this.lane(), `${roll}/${position}`);
    const to = { at, turn: lying(die.face, yaw, NO_TURN), blank: 0 };
    const isThrown = level === "full";
    die.track = isThrown ? thrown(die.track, { ...plan, face: die.face, to, yaw, release, rest }) : flip(die.track, to, motion.answered, 240);
  }

  /**
   * Let the dice at the positions `order` (null: all) celebrate, one `apart` ms after the other, for `duration` ms each,
   * before they lie as they did. `kind`: "hop", "rise".
   */
  celebrate({ kind, order, duration, apart }) {
    const now = this.now();
    const positions = order ?? [...this.dice.keys()];
    positions.forEach((position, place) => {
      const die = this.dice[position];
      die.track = CELEBRATIONS[kind](die.track, now + place * apart, duration);
    });
    this.play();
  }

  /** Draw now, and again for each frame until nothing moves. */
  play() {
    cancelFrame(this.frame);
    this.frame = nextFrame((time) => {
      const now = time + this.ahead;
      this.draw(now);
      if (this.dice.some(({ track }) => track.until > now)) this.play();
    });
  }

  draw(now = this.now()) {
    if (!this.camera || !this.look || !this.state) return;
    const { pen, camera: cam, look } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const poses = this.dice.map(({ track, face }) => (face > 6 ? { ...track.pose(now), face } : track.pose(now)));
    const hinted = this.state.hinted.map((position) => poses[position]);
    const framed = this.state.held.map((position) => [this.place(position), poses[position]]);
    const depth = ({ at }) => cam.point(at).depth;
    poses.sort((a, b) => depth(b) - depth(a));
    for (const pose of poses) drawShadow(pen, cam, look, pose);
    for (const [place, pose] of framed) drawFrame(pen, cam, look, place, pose);
    for (const pose of hinted) drawHalo(pen, cam, look, pose);
    for (const pose of poses) drawDie(pen, cam, look, pose);
  }
}
