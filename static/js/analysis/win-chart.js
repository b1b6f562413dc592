// The chart of a game: a line for each seat, and a mark at the step on show. A press shows the step there. Time runs as
// lines do. Hidden from screen readers, because each step says the same.

import { html } from "../ui/html.js";
import { reading } from "../ui/reading.js";

const HEIGHT = 100; // of the drawing; the style sheet stretches it

/** Return [least, most] of the chart: all probabilities, or the expected points with some room. */
function rangeOf(rows, inPoints) {
  if (!inPoints) return [0, 1];
  const points = rows.flat();
  const room = Math.max(10, (Math.max(...points) - Math.min(...points)) * 0.1);
  return [Math.min(...points) - room, Math.max(...points) + room];
}

function Line({ points, seat }) {
  return html`<polyline class=${`chart-line seat-${seat % 8}`} points=${points} vector-effect="non-scaling-stroke" />`;
}

/** Two seats share an area: the part below the line belongs to the first one. */
function Areas({ points, width }) {
  return html`
    <polygon class="chart-area seat-1" points=${`0,0 ${points} ${width},0`} />
    <polygon class="chart-area seat-0" points=${`0,${HEIGHT} ${points} ${width},${HEIGHT}`} />
  `;
}

function Drawing({ rows, seats, inPoints }) {
  const [least, most] = rangeOf(rows, inPoints);
  const shared = seats === 2 && !inPoints;
  const width = Math.max(1, rows.length - 1);
  const line = (seat) =>
    rows.map((row, step) => `${step},${(HEIGHT * (1 - (row[seat] - least) / (most - least))).toFixed(2)}`).join(" ");
  const lines = Array.from({ length: seats }, (_, seat) => line(seat));
  return html`
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      ${shared && html`<${Areas} points=${lines[0]} width=${width} />`}
      <path class="chart-middle" d=${`M0 ${HEIGHT / 2}H${width}`} vector-effect="non-scaling-stroke" />
      ${shared
        ? html`<polyline class="chart-line" points=${lines[0]} vector-effect="non-scaling-stroke" />`
        : lines.map((points, seat) => html`<${Line} points=${points} seat=${seat} />`)}
    </svg>
  `;
}

/**
 * `rows`: from chances.js; `seats`: the number of seats; `inPoints`: whether they are points; `at`: the step that is
 * marked, or null; `go(step)`.
 */
export function WinChart({ rows, seats, inPoints, at, go }) {
  const last = Math.max(1, rows.length - 1);
  const press = (event) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const { left, right, width } = event.currentTarget.getBoundingClientRect();
    const along = reading() < 0 ? right - event.clientX : event.clientX - left;
    go(Math.max(0, Math.min(last, Math.round((along / width) * last))));
  };
  return html`
    <div class="win-chart" aria-hidden="true" onPointerDown=${press} onPointerMove=${press}>
      <${Drawing} rows=${rows} seats=${seats} inPoints=${inPoints} />
      ${at !== null && html`<span class="chart-mark" style=${{ insetInlineStart: `${(100 * at) / last}%` }}></span>`}
    </div>
  `;
}
