// The look of dice: colours and finish, read from the tokens in css/tokens.css; and how light falls on them.

const NUMBERS = ["round", "gloss", "alpha", "ambient"];
const COLOURS = ["body", "light", "shade", "edge", "ring"];

/** Where the light comes from: above, from the left and a little from behind. */
export const LIGHT = unit([-0.42, 0.3, 0.86]);
const EYE = unit([0, -0.41, 0.91]);
const HALFWAY = unit([LIGHT[0] + EYE[0], LIGHT[1] + EYE[1], LIGHT[2] + EYE[2]]);

function unit(v) {
  const length = Math.hypot(...v);
  return v.map((value) => value / length);
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Return [red, green, blue] of "#rrggbb". */
function channels(colour) {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function mix(from, to, share) {
  return [0, 1, 2].map((at) => from[at] + (to[at] - from[at]) * share);
}

/** Return a CSS colour. */
export function css([red, green, blue], alpha = 1) {
  const [r, g, b] = [red, green, blue].map((value) => Math.max(0, Math.min(255, Math.round(value))));
  return alpha === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${alpha})`;
}

/**
 * Return the look that the tokens of `element` describe: colours as [r, g, b]; `round`: the radius of a corner, in
 * edges; `gloss`: 0 to 1; `alpha`: below 1 the far pips shine through; `pips`: colours by face.
 */
export function readLook(element) {
  const style = getComputedStyle(element);
  const token = (name) => style.getPropertyValue(`--die-${name}`).trim();
  const look = {};
  for (const name of NUMBERS) look[name] = Number(token(name));
  for (const name of COLOURS) look[name] = channels(token(name));
  look.outline = token("outline") === "on";
  look.pips = [1, 2, 3, 4, 5, 6].map((face) => channels(token(`pip-${face}`)));
  return look;
}

/** Return the colour of a surface of `look` with the unit normal `n`. */
export function shaded(look, n) {
  const diffuse = Math.max(0, (dot(n, LIGHT) + 0.28) / 1.28);
  const light = look.ambient + 0.14 * (n[2] * 0.5 + 0.5) + (0.92 - look.ambient) * diffuse;
  const base = light < 0.72 ? mix(look.shade, look.body, light / 0.72) : mix(look.body, look.light, Math.min(1, (light - 0.72) / 0.34));
  const shine = look.gloss * Math.max(0, dot(n, HALFWAY)) ** 26;
  return mix(base, look.edge, Math.min(0.92, shine));
}
