// The chart of the scores of perfect play. The page has the same numbers in tables.

import { gettext, interpolate, percent } from "../language/language.js";
import { axisStyle, drawChart, tokenColor, addChart } from "../ui/chart.js";

const HEIGHT = 260;
const SHOWN = 0.9995; // share of all games: the rarest scores would be a flat line
const FINE = 1; // step in points. Exact probabilities jump from score to score: smooth them
const SMOOTH = 2; // over this many neighbours on each side

const root = document.getElementById("score-chart");
const { first, step, chances, mean } = JSON.parse(document.getElementById("score-data").textContent);

/** Return how many scores to show, without the rare highest ones. */
function lastShown() {
  let sum = 0;
  const at = chances.findIndex((chance) => (sum += chance) > SHOWN);
  return at < 0 ? chances.length : at + 1;
}

/** Return the mean of `chances` around `at`, for a smooth curve. */
function around(at) {
  const reach = step === FINE ? SMOOTH : 0;
  const near = chances.slice(Math.max(0, at - reach), at + reach + 1);
  return near.reduce((sum, chance) => sum + chance, 0) / near.length;
}

const count = lastShown();
const places = Array.from({ length: count }, (_, at) => at);
const begins = places.findIndex((at) => around(at) > 1e-6);
const shown = places.slice(Math.max(0, begins));
const data = [shown.map((at) => first + at * step), shown.map((at) => (100 * around(at)) / step)];

const { plot, readout } = addChart(root);

/** Return the share of games with at least the points of entry `at`, as text. */
function reaching(at) {
  const sum = chances.slice(at).reduce((total, chance) => total + chance, 0);
  return percent(sum, 1);
}

function showReadout(chart) {
  const at = chart.cursor.idx;
  readout.textContent =
    at === null || at === undefined ? interpolate(gettext("%(mean)s on average"), { mean }) : interpolate(gettext("%(points)s or more: %(percent)s"), { points: data[0][at], percent: reaching(shown[at]) });
}

/** Draw a line at the mean. */
function drawMean(chart) {
  const x = Math.round(chart.valToPos(mean, "x", true));
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = tokenColor(plot, "--color-muted");
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

function options() {
  const axis = axisStyle(readout);
  return {
    height: HEIGHT,
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, least, most) => [0, most * 1.08] } },
    axes: [
      { ...axis, space: 48 },
      { ...axis, show: false }, // the shape says it; the tables have the figures
    ],
    series: [{}, { stroke: tokenColor(plot, "--color-link"), width: 2, fill: tokenColor(plot, "--color-tint"), points: { show: false } }],
    hooks: { ready: [showReadout], setCursor: [showReadout], draw: [drawMean] },
  };
}

drawChart(plot, data, options);
