// A picture of one die that lies still, in the player's look of dice.

import { useLayoutEffect, useRef } from "preact/hooks";

import { diceLook, pips } from "../settings/settings.js";
import { html } from "../ui/html.js";
import { camera } from "./camera.js";
import { drawDie, drawShadow, preparedLook } from "./drawing.js";
import { readLook } from "./look.js";
import { lying, yawTurn } from "./rotation.js";

const YAW = -0.16;
const SIZE = 0.42; // of an edge, as a share of the picture's width: the shadow needs room
const MIDDLE = 0.58; // where its place on the table is, from the top

function draw(canvas, face) {
  const width = Math.round(canvas.offsetWidth * devicePixelRatio);
  canvas.width = canvas.height = width;
  const pen = canvas.getContext("2d");
  const cam = camera({ x: width / 2, y: width * MIDDLE, die: width * SIZE });
  const look = preparedLook(readLook(canvas));
  const pose = { at: [0, 0, 0.5], turn: lying(face, YAW, yawTurn(face)), blank: 0, face };
  drawShadow(pen, cam, look, pose);
  drawDie(pen, cam, look, pose);
}

/** `face` is 1 to 6. The styles of its place say how large it is; with its shadow it is larger than the place. */
export function DiePicture({ face }) {
  const canvas = useRef(null);
  const looks = `${diceLook.value} ${pips.value}`;
  useLayoutEffect(() => draw(canvas.current, face), [face, looks]);
  return html`<canvas class="die-picture" ref=${canvas} aria-hidden="true"></canvas>`;
}
