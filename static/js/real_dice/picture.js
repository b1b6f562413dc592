// A picture of a result, to share. It is drawn on this device.

import { reading } from "../ui/reading.js";

const WIDTH = 1200;
const LINE = 92;
const EDGE = 72;
const LEAST_SHARE = 0.6; // of the size of letters

/** Return the colour of a token as it is now: a canvas does not know `light-dark()`. */
function color(name) {
  const probe = document.body.appendChild(document.createElement("span"));
  probe.style.color = `var(${name})`;
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** Return `text` shortened until it is at most `most` pixels wide. */
function fitted(pen, text, most) {
  let shown = text;
  while (pen.measureText(shown).width > most && shown.length > 1) shown = `${shown.slice(0, -2)}…`;
  return shown;
}

function background(pen, height) {
  const light = pen.createRadialGradient(WIDTH / 2, height * 0.3, 50, WIDTH / 2, height * 0.3, WIDTH * 0.8);
  light.addColorStop(0, color("--felt"));
  light.addColorStop(1, color("--felt-deep"));
  pen.fillStyle = light;
  pen.fillRect(0, 0, WIDTH, height);
  pen.strokeStyle = color("--brass");
  pen.lineWidth = 6;
  pen.strokeRect(24, 24, WIDTH - 48, height - 48);
}

/** Write a line from where lines begin; `x`: from there; `font(size)`. Words that are too long become smaller, and then shorter. */
function line(pen, words, { x = EDGE, y, font, size, style, align = "start", most = WIDTH - 2 * EDGE }) {
  pen.font = font(size);
  const share = Math.min(1, most / pen.measureText(words).width);
  pen.font = font(Math.round(size * Math.max(share, LEAST_SHARE)));
  pen.fillStyle = style;
  pen.textAlign = align;
  pen.fillText(fitted(pen, words, most), reading() < 0 ? WIDTH - x : x, y);
}

/** Draw {game, title, said, rows: [{place, name, total}], note} on a canvas, and return it. */
export function drawPicture({ game, title, said, rows, note }) {
  const canvas = document.createElement("canvas");
  const top = said ? 300 : 236;
  canvas.width = WIDTH;
  canvas.height = Math.max(630, top + rows.length * LINE + 90);
  const pen = canvas.getContext("2d");
  pen.direction = document.dir || "ltr";
  const display = (size) => `${size}px "Young Serif", Georgia, serif`;
  const text = (size) => `500 ${size}px Figtree, system-ui, sans-serif`;
  const bold = (size) => `700 ${size}px Figtree, system-ui, sans-serif`;
  const [ivory, brass, gold] = [color("--ivory"), color("--brass"), color("--gold")];
  background(pen, canvas.height);
  line(pen, game.toUpperCase(), { y: 112, font: bold, size: 30, style: brass });
  line(pen, title, { y: 184, font: display, size: 58, style: ivory });
  if (said) line(pen, said, { y: 246, font: text, size: 36, style: gold });
  rows.forEach(({ place, name, total }, at) => {
    const y = top + 40 + at * LINE;
    const style = place === 1 && rows.length > 1 ? gold : ivory;
    line(pen, `${place}.`, { y, font: bold, size: 36, style: brass, most: 70 });
    line(pen, name, { x: EDGE + 80, y, font: text, size: 44, style, most: WIDTH - 2 * EDGE - 300 });
    line(pen, String(total), { x: WIDTH - EDGE, y, font: bold, size: 52, style, align: "end", most: 200 });
  });
  line(pen, note, { y: canvas.height - 58, font: text, size: 28, style: brass });
  return canvas;
}
