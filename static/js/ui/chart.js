// The parts that all charts share: colours and font of the page, axes, width. uPlot draws them.

import uPlot from "uplot";

/** Return the current colour (light or dark) of a token in tokens.css, for a canvas. */
export function tokenColor(place, token) {
  const probe = document.createElement("i"); // a new element, because colours of existing ones may be in transition
  probe.style.color = `var(${token})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Return the style of the axes, with the font of `place`. */
export function axisStyle(place) {
  const { fontSize, fontFamily } = getComputedStyle(place);
  const grid = { stroke: tokenColor(place, "--color-line"), width: 1 };
  return { stroke: tokenColor(place, "--color-muted"), font: `${fontSize} ${fontFamily}`, grid, ticks: { show: false } };
}

/** Add to `root` an element for a chart and a line for the value under the pointer: {plot, readout}. */
export function addChart(root) {
  const plot = document.createElement("div");
  const readout = document.createElement("p");
  readout.className = "chart-readout number";
  root.append(plot, readout);
  return { plot, readout };
}

/**
 * Draw `data` into `place`. The chart follows the width of `place` and the theme. `options()` returns
 * uPlot's options, with the height. Return {redraw(), end()}.
 */
export function drawChart(place, data, options) {
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
