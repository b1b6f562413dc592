// The chart of a rating over time, which runs as lines do. The page has the same numbers in a table.

import { timeText } from "../language/times.js";
import { reading } from "../ui/reading.js";
import { axisStyle, drawChart, tokenColor, addChart } from "../ui/chart.js";

const HEIGHT = 240;
const MAX_DOTS = 60; // with more games, draw the line only
const LEAST_SPAN = 40; // rating points: keeps small changes small on screen
const LEAST_TIME = 3 * 3600; // seconds

const root = document.getElementById("rating-chart");
const { variant, points } = JSON.parse(document.getElementById("rating-data").textContent);
const data = [points.map(([at]) => at), points.map(([, rating]) => rating)];
const DAY = 86400;
const span = data[0].at(-1) - data[0][0];
const tick = span > 400 * DAY ? "years" : span > 3 * DAY ? "days" : "hours";

const { plot, readout } = addChart(root);

function range(chart, least, most) {
  const pad = Math.max((LEAST_SPAN - (most - least)) / 2, (most - least) * 0.08);
  return [Math.floor(least - pad), Math.ceil(most + pad)];
}

/** Return the time range of all games. For a single game uPlot would show years. */
function rangeOfTime() {
  const pad = Math.max(0, (LEAST_TIME - span) / 2);
  return [data[0][0] - pad, data[0].at(-1) + pad];
}

function showReadout(chart) {
  const at = chart.cursor.idx ?? data[0].length - 1;
  readout.textContent = `${timeText(data[0][at] * 1000, "date")}: ${data[1][at]}`;
}

function options() {
  const axis = axisStyle(readout);
  const line = tokenColor(plot, "--color-link");
  return {
    height: HEIGHT,
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { range: rangeOfTime, dir: reading() }, y: { range } },
    axes: [
      { ...axis, space: span > 3 * DAY ? 76 : 120, values: (_, ticks) => ticks.map((at) => timeText(at * 1000, tick)) },
      { ...axis, side: reading() < 0 ? 1 : 3, size: 48, values: (_, ticks) => ticks.map(String) },
    ],
    series: [{}, { label: variant, stroke: line, width: 2, points: { show: points.length <= MAX_DOTS, size: 6, fill: line } }],
    hooks: { ready: [showReadout], setCursor: [showReadout] },
  };
}

drawChart(plot, data, options);
