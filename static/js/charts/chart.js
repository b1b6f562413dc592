// What all charts have in common: colours and font of the page, axes, width. Drawn by uPlot.

import uPlot from "uplot";

/** Return the colour that a token of tokens.css has now: light or dark, as the canvas wants it. */
export function paint(place, token) {
  const probe = document.createElement("i"); // a new one, since an old one's colour would fade over
  probe.style.color = `var(${token})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Return how axes look, with the font of `place`. */
export function axisOf(place) {
  const { fontSize, fontFamily } = getComputedStyle(place);
  const grid = { stroke: paint(place, "--color-line"), width: 1 };
  return { stroke: paint(place, "--color-muted"), font: `${fontSize} ${fontFamily}`, grid, ticks: { show: false } };
}

/** Put a place for a chart into `root`, and a line that tells what is pointed at: {plot, readout}. */
export function placeWithReadout(root) {
  const plot = document.createElement("div");
  const readout = document.createElement("p");
  readout.className = "chart-readout number";
  root.append(plot, readout);
  return { plot, readout };
}

/**
 * Draw `data` into `place`, and keep the chart as wide as that and in the colours of the theme.
 * `options()` returns uPlot's, with the height. Return {redraw(), end()}.
 */
export function keepChart(place, data, options) {
  let chart = null;
  const draw = () => {
    chart?.destroy();
    const base = { width: place.clientWidth, legend: { show: false } };
    chart = new uPlot({ ...base, ...options() }, data, place);
  };
  draw();
  const sized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: chart.height }));
  sized.observe(place);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", draw);
  const themed = new MutationObserver(draw);
  themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return {
    redraw: () => chart.redraw(false, true),
    end() {
      sized.disconnect();
      themed.disconnect();
      dark.removeEventListener("change", draw);
      chart.destroy();
    },
  };
}
