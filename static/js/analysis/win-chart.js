// The chart of win probabilities, drawn by uPlot. A click shows that step of the game. The text beside
// it (win-chances.js) says the same for screen readers.

import { axisStyle, drawChart, tokenColor } from "../charts/chart.js";

const HEIGHT = 220;
// Lines differ in pattern too, not only in colour.
const DASHES = [[], [8, 4], [2, 4], [10, 4, 2, 4]];

function options(place, people, go, shown) {
  const axis = axisStyle(place);
  const mark = tokenColor(place, "--color-line-strong");
  const line = (chart) => {
    const { left, top, width, height } = chart.bbox;
    const x = Math.min(Math.max(chart.valToPos(shown(), "x", true), left), left + width);
    chart.ctx.save();
    chart.ctx.fillStyle = mark;
    chart.ctx.fillRect(x - 1, top, 2, height);
    chart.ctx.restore();
  };
  return {
    height: HEIGHT,
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: false }, y: { range: [0, 1] } },
    axes: [
      { ...axis, size: 30, incrs: [1, 2, 5, 10, 20, 50, 100] },
      { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => `${Math.round(tick * 100)} %`), splits: () => [0, 0.25, 0.5, 0.75, 1] },
    ],
    series: [
      {},
      ...people.map(({ seat, name }) => ({
        label: name, stroke: tokenColor(place, `--seat-${seat % 8}`), width: 2.5, dash: DASHES[seat % 4], points: { show: false },
      })),
    ],
    hooks: {
      drawAxes: [line],
      ready: [(chart) => chart.over.addEventListener("click", () => chart.cursor.idx !== null && go(chart.cursor.idx))],
    },
  };
}

/** Draw `rows` (win probabilities of all seats after each step) into `place`; return {show(step), end()}. */
export function winChart(place, rows, people, go) {
  const data = [rows.map((_, step) => step), ...people.map(({ seat }) => rows.map((row) => row[seat]))];
  let at = rows.length - 1;
  const { redraw, end } = drawChart(place, data, () => options(place, people, go, () => at));
  return {
    show(step) {
      at = step;
      redraw();
    },
    end,
  };
}
