// The canvas of a field of dice. It watches the page, and tells the scene what to draw. The scene runs in a worker, or in
// the page if the browser has no canvases in workers.

import { readLook } from "./look.js";
import { ORIGIN } from "./places.js";

const MAX_PIXEL_RATIO = 2;
const LOOK_ATTRIBUTES = ["data-dice-look", "data-pips"];

/** Return a link to a scene in a worker: {call(name, ...values), close()}. `onFailure`: the worker could not start. */
function workerLink(canvas, onFailure) {
  const worker = new Worker(import.meta.resolve("./worker.js"), { type: "module" });
  const surface = canvas.transferControlToOffscreen();
  worker.addEventListener("error", onFailure, { once: true });
  worker.postMessage(["open", surface, performance.timeOrigin], [surface]);
  return { call: (...message) => worker.postMessage(message), close: () => worker.terminate() };
}

/** Like `workerLink`, for a scene in the page. */
function pageLink(canvas) {
  const scene = import("./scene.js").then(({ DiceScene }) => new DiceScene(canvas, performance.timeOrigin));
  const call = (name, ...values) => scene.then((each) => each[name](...values));
  return { call, close: () => call("close") };
}

function hasWorkerCanvas() {
  return "transferControlToOffscreen" in HTMLCanvasElement.prototype && "resolve" in import.meta;
}

export class DiceStage {
  /** `field`: the element around the elements `.die`, which say where the columns are. The canvas is added to it. */
  constructor(field) {
    this.field = field;
    this.told = new Map(); // the last message of each kind
    this.open(hasWorkerCanvas() ? workerLink : pageLink);
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(field);
    this.looks = new MutationObserver(() => this.readLook());
    this.looks.observe(document.documentElement, { attributes: true, attributeFilter: LOOK_ATTRIBUTES });
    this.onCelebrate = ({ detail }) => this.link.call("celebrate", detail);
    field.addEventListener("celebrate", this.onCelebrate);
    this.readLook();
  }

  /** Add a canvas, and a scene that draws on it. */
  open(linkTo) {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.field.append(this.canvas);
    this.link = linkTo(this.canvas, () => this.reopen());
  }

  /** The worker did not start: draw in the page. */
  reopen() {
    this.link.close();
    this.canvas.remove();
    this.open(pageLink);
    for (const [name, value] of this.told) this.link.call(name, value);
  }

  close() {
    this.field.removeEventListener("celebrate", this.onCelebrate);
    this.sizes.disconnect();
    this.looks.disconnect();
    this.link.close();
    this.canvas.remove();
  }

  /** Tell the scene `value`, unless it knows it. */
  tell(name, value) {
    if (JSON.stringify(this.told.get(name)) === JSON.stringify(value)) return;
    this.told.set(name, value);
    this.link.call(name, value);
  }

  readLook() {
    this.tell("setLook", readLook(this.field));
  }

  /** Read sizes and columns from the page. */
  measure() {
    const elements = [...this.field.querySelectorAll(".die")];
    const [first] = elements;
    if (!first?.offsetWidth) return; // not shown, for example on paper: the size stays
    const die = first.offsetWidth;
    const middle = this.field.offsetWidth / 2;
    const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio);
    this.tell("setSize", {
      width: Math.round(this.canvas.offsetWidth * ratio),
      height: Math.round(this.canvas.offsetHeight * ratio),
      columns: elements.map((each) => (each.offsetLeft + die / 2 - middle) / die),
      origin: { x: (middle - this.canvas.offsetLeft) * ratio, y: (ORIGIN * die - this.canvas.offsetTop) * ratio, die: die * ratio },
    });
  }

  /** Show a state: see `DiceScene.show`. */
  show(state) {
    if (state.faces.length !== this.told.get("show")?.faces.length) this.measure();
    this.tell("show", state);
  }
}
