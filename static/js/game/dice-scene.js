// The dice of a table on a canvas: what lies where, what moves, one drawing for each frame while something moves.

import { camera } from "./dice-camera.js";
import { drawDie, drawRing, drawShadow, preparedLook } from "./dice-drawing.js";
import { readLook } from "./dice-look.js";
import { awayPlace, drawn, handPlace, heldPlace, ORIGIN, restPlace } from "./dice-places.js";
import { lying, NO_TURN, turned, upperFace, yawTurn } from "./dice-rotation.js";
import { flip, pathTo, shake, slide, still, thrown } from "./dice-throw.js";
import { throwTimes } from "./dice-times.js";

const MAX_PIXEL_RATIO = 2;
const LINGER_MS = 700; // how long the dice of a finished turn stay
const SLIDE_MS = 280;
const LEAVE_MS = 420;
const LOOK_ATTRIBUTES = ["data-dice-look", "data-pips"];

/** Return a rotation with any face up: for dice that show none. */
function anyTurn(yaw) {
  return lying(1, yaw, NO_TURN);
}

export class DiceScene {
  /** `field`: the element around the canvas and the elements `.die`, which say where the columns are. */
  constructor(field) {
    this.field = field;
    this.canvas = field.querySelector("canvas");
    this.pen = this.canvas.getContext("2d");
    this.dice = []; // {track, text: of the roll that it lies from, face}
    this.state = null;
    this.frame = 0;
    this.linger = 0;
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(field);
    this.looks = new MutationObserver(() => this.readLook());
    this.looks.observe(document.documentElement, { attributes: true, attributeFilter: LOOK_ATTRIBUTES });
    this.onCelebrate = ({ detail }) => this.celebrate(detail);
    field.addEventListener("celebrate", this.onCelebrate);
    this.readLook();
  }

  close() {
    this.field.removeEventListener("celebrate", this.onCelebrate);
    this.sizes.disconnect();
    this.looks.disconnect();
    cancelAnimationFrame(this.frame);
    this.endLinger();
  }

  readLook() {
    this.look = preparedLook(readLook(this.field));
    this.draw();
  }

  /** Read sizes and columns from the page, and put every die in its place. */
  measure() {
    const elements = [...this.field.querySelectorAll(".die")];
    const [first] = elements;
    if (!first) return;
    const die = first.offsetWidth;
    const middle = this.field.offsetWidth / 2;
    this.columns = elements.map((each) => (each.offsetLeft + die / 2 - middle) / die);
    this.ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio);
    this.canvas.width = Math.round(this.canvas.offsetWidth * this.ratio);
    this.canvas.height = Math.round(this.canvas.offsetHeight * this.ratio);
    const x = middle - this.canvas.offsetLeft;
    const y = ORIGIN * die - this.canvas.offsetTop;
    this.camera = camera({ x: x * this.ratio, y: y * this.ratio, die: die * this.ratio });
    if (this.state?.motion.kind === "rest") this.settle(0);
    this.draw();
  }

  /**
   * Show a state: {dice: faces or null, held: positions, roll: a text that names the roll, mine: whether unrolled dice
   * lie on the rail, side: of the acting player's hand, motion: the value of `motion`, level: "full", "short", "none"}.
   */
  show(state) {
    const before = this.state;
    this.state = state;
    if (this.dice.length !== state.faces.length) {
      this.reset();
      this.measure();
    }
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
    this.columns = faces.map((_, at) => at - (faces.length - 1) / 2);
    this.settle(0);
  }

  /** Return {at, yaw} of the die at `position`, at rest. */
  place(position) {
    const { faces, held, mine } = this.state;
    const x = this.columns[position];
    const text = `${this.dice[position].text}/${position}`;
    if (faces[position] === null) return mine ? heldPlace(x, text) : awayPlace(x);
    return held.includes(position) ? heldPlace(x, text) : restPlace(x, text);
  }

  /** Return the pose of the die at `position`, at rest. It keeps the side that it shows to the front. */
  pose(position) {
    const face = this.state.faces[position];
    const { at, yaw } = this.place(position);
    const { track, text } = this.dice[position];
    const now = track.pose(performance.now()).turn;
    const lies = face !== null && upperFace(now) === face;
    const quarter = yawTurn(Math.floor(drawn(`${text}/${position}/side`) * 4) * (Math.PI / 2));
    const turn = face === null ? anyTurn(yaw) : lying(face, yaw, lies ? now : quarter);
    return { at, turn, blank: face === null ? 1 : 0 };
  }

  /** Move every die to its place, in `ms`. A die whose face has changed without a throw is put there. */
  settle(ms) {
    const now = performance.now();
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

  /** The next roll begins: the dice of the last turn do not stay any longer. */
  endLinger() {
    clearTimeout(this.linger);
    this.linger = 0;
  }

  /** No answer came: lay the dice down, without faces. */
  giveUp() {
    const now = performance.now();
    this.dice.forEach((die, position) => {
      if (this.state.motion.held.includes(position)) return;
      const { at, yaw } = restPlace(this.columns[position], `${die.text}/${position}`);
      die.face = null;
      const pose = { at, turn: anyTurn(yaw), blank: 1 };
      die.track = this.state.level === "none" ? still(pose) : slide(die.track, pose, now, LEAVE_MS);
    });
  }

  /** Return the positions of the dice that are rolled, in the order in which they leave the hand. */
  rolled() {
    const free = this.dice.map((_, position) => position).filter((position) => !this.state.motion.held.includes(position));
    const { next } = this.state;
    return free.sort((a, b) => drawn(`${next}/${a}/order`) - drawn(`${next}/${b}/order`));
  }

  /** Plan how the die at `position` will be thrown. */
  plan(position, used) {
    const { side, next } = this.state;
    const x = this.columns[position];
    const hand = handPlace(x, position, side);
    const place = restPlace(x, `${next}/${position}`);
    const heading = Math.atan2(hand[0] - place.at[0], place.at[1] - hand[1]);
    const path = pathTo(place.yaw, heading, used);
    return { hand, place, heading, path };
  }

  /** Pick the dice up and shake them. */
  tumble() {
    if (this.state.level !== "full") return;
    const used = [];
    for (const position of this.rolled()) {
      const die = this.dice[position];
      die.plan = this.plan(position, used);
      used.push(die.plan.path);
      const { hand, heading, path } = die.plan;
      const axis = turned(yawTurn(heading), path.axis);
      die.track = shake(die.track, { hand, axis, speed: path.speed, phase: position * 2.4 }, this.state.motion.began);
    }
  }

  /** Throw the dice onto their faces. */
  land(before) {
    const { motion, level, faces, roll } = this.state;
    if (level === "full" && before?.motion.kind !== "tumbling") {
      this.state.next = roll;
      this.tumble();
    }
    const rolled = this.rolled();
    const { releases, rest } = throwTimes({ ...motion, count: rolled.length });
    rolled.forEach((position, order) => {
      const die = this.dice[position];
      Object.assign(die, { face: faces[position], text: roll });
      const { at, yaw } = restPlace(this.columns[position], `${roll}/${position}`);
      const target = { at, turn: lying(die.face, yaw, NO_TURN), blank: 0 };
      die.track =
        level === "full"
          ? thrown(die.track, { ...die.plan, face: die.face, to: target, yaw, release: releases[order], rest })
          : flip(die.track, target, motion.answered, 240);
    });
    this.dice.forEach((die, position) => {
      if (rolled.includes(position)) return;
      die.track = slide(die.track, this.pose(position), motion.answered, SLIDE_MS);
    });
  }

  /** Let each die move as `trackOf(track, position, now)` says, before it lies as it did. */
  celebrate(trackOf) {
    const now = performance.now();
    this.dice.forEach((die, position) => {
      die.track = trackOf(die.track, position, now);
    });
    this.play();
  }

  /** Draw now, and again for each frame until nothing moves. */
  play() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => {
      this.draw(now);
      if (this.dice.some(({ track }) => track.until > now)) this.play();
    });
  }

  draw(now = performance.now()) {
    if (!this.camera || !this.state) return;
    const { pen, camera: cam, look } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const poses = this.dice.map(({ track }) => track.pose(now));
    const rings = this.state.held.map((position) => [this.place(position), poses[position]]);
    const depth = ({ at }) => cam.point(at).depth;
    poses.sort((a, b) => depth(b) - depth(a));
    for (const pose of poses) drawShadow(pen, cam, look, pose);
    for (const [place, pose] of rings) drawRing(pen, cam, look, place, pose);
    for (const pose of poses) drawDie(pen, cam, look, pose);
  }
}
