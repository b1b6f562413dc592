// The style guide: a table that shows an invented game, and the settings.

import { render } from "preact";
import { useState } from "preact/hooks";

import { WinChart } from "../analysis/win-chart.js";
import { SettingsPanel } from "../membership/panel.js";
import { receive } from "../table/messages.js";
import { celebrate, Effects, extras } from "../table/game/extras-loader.js";
import * as extrasCode from "../table/game/extras.js";
import { Table } from "../table/game/table.js";
import { setConnection } from "../table/moves/commands.js";
import { gamePart } from "../table/state/parts.js";
import { hasGame, link } from "../table/state/state.js";
import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";

const PAUSE_MS = 600; // how long the table before a moment is shown
const { welcome, updates } = JSON.parse(document.getElementById("sample-game").textContent);
let timer = null;

/** Show the game before the update at `index`. */
function showBefore(index) {
  receive(welcome);
  const { game, seq, view } = updates[Math.max(0, index - 1)];
  receive({ type: "snapshot", game, seq, view });
}

function play(index) {
  clearTimeout(timer);
  showBefore(index);
  timer = setTimeout(() => receive(updates[index]), PAUSE_MS);
}

const charts = JSON.parse(document.getElementById("sample-charts").textContent);

function Chart({ rows, seats, inPoints = false }) {
  const [at, go] = useState(charts[0].length - 1);
  return html`<${WinChart} rows=${rows} count=${charts[0].length} seats=${seats} inPoints=${inPoints} at=${at} go=${go} words="Computing…" />`;
}

function Charts() {
  return html`${charts.map((rows) => html`<${Chart} rows=${rows} seats=${rows[0].length} />`)}<${Chart} rows=${null} seats=${2} />`;
}

function Room() {
  return html`${hasGame.value && html`<${Table} />`}<${Effects} /><${LiveRegion} />`;
}

setConnection({ send: () => 0, wake() {}, restart() {} });
link.value = { state: "online" };
gamePart.code.value = { celebrate };
extras.code.value = extrasCode;
extrasCode.start();
showBefore(6);
render(html`<${Room} />`, document.getElementById("room"));
render(html`<${Charts} />`, document.getElementById("win-charts"));
render(html`<${SettingsPanel} />`, document.getElementById("settings"));

for (const button of document.querySelectorAll("[data-moment]")) {
  button.addEventListener("click", () => play(Number(button.dataset.moment)));
}
for (const button of document.querySelectorAll("[data-dialog]")) {
  button.addEventListener("click", () => document.getElementById(button.dataset.dialog).showModal());
}
