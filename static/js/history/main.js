// The page of a finished game. The server has drawn result, cards and log. This module adds the steps, the chart and the
// tabs, which load their code and data when they are opened.

import { effect } from "@preact/signals";
import { render } from "preact";

import { followAnalysis } from "../analysis/data.js";
import { resultText } from "../table/result/result-text.js";
import { html } from "../ui/html.js";
import { ShareButton } from "../ui/share-button.js";
import { whenIdle } from "../ui/when-idle.js";
import { showCards } from "./cards.js";
import { all, at, data, found, go, isFinished, last, pages } from "./state.js";
import { Stepper } from "./stepper.js";
import { stepFromFragment, viewAfter } from "./steps.js";
import { startTabs, tab } from "./tabs.js";

const PANELS = {
  analysis: () => import("./analysis-panel.js"),
  proof: () => import("./proof.js"),
};

/** Show the step that the address names, if it names one. Then keep the address in step. */
function followSteps() {
  effect(() => {
    const now = at.value;
    if (tab.value !== "board") return;
    const shown = stepFromFragment(location.hash, all) ?? last;
    if (shown !== now || location.hash.startsWith("#e")) history.replaceState(null, "", now === last ? location.pathname : `#${now}`);
  });
  return (fragment) => {
    const to = stepFromFragment(fragment, all);
    if (to === null) return;
    const came = tab.value !== "board";
    go(to);
    // The link that led here is hidden now.
    if (came) requestAnimationFrame(() => document.getElementById("step-title").focus({ preventScroll: true }));
  };
}

function loadPanels() {
  const opened = new Set();
  effect(() => {
    const name = tab.value;
    if (!PANELS[name] || opened.has(name)) return;
    opened.add(name);
    PANELS[name]().then(({ open }) => open());
  });
}

/** Say at once, on every tab, that the game differs from what this browser recorded while it was played. */
async function compareWithRecord() {
  const { store } = await import("../fairness/store.js");
  const { game } = data.view;
  if (store.game(game) === null && store.seeds(game).length === 0) return;
  const { raise } = await import("./alarm.js");
  raise(store);
}

startTabs(followSteps());
effect(() => showCards(viewAfter(data, all, at.value), data.sheet));
render(html`<${Stepper} />`, document.getElementById("stepper"));
const share = document.getElementById("share");
if (share) render(html`<${ShareButton} text=${resultText(data)} link=${pages.link} />`, share);
loadPanels();
if (isFinished) whenIdle(() => followAnalysis(pages.analysis, (answer) => (found.value = answer)));
whenIdle(compareWithRecord);
