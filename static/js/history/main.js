// The page of a finished game. The server has drawn result, story, cards and log. This module adds the steps, the chart
// and the tabs, which load their code and data when they are opened.

import { effect } from "@preact/signals";
import { render } from "preact";

import { followAnalysis } from "../analysis/data.js";
import { resultText } from "../table/result/result-text.js";
import { html } from "../ui/html.js";
import { ShareButton } from "../ui/share-button.js";
import { whenIdle } from "../ui/when-idle.js";
import { showCards } from "./cards.js";
import { ResultChart } from "./chart.js";
import { all, at, data, first, found, go, isFinished, last, pages } from "./state.js";
import { Stepper } from "./stepper.js";
import { stepFromFragment, viewAfter } from "./steps.js";
import { renewStory } from "./story.js";
import { startTabs, tab } from "./tabs.js";

const PANELS = {
  analysis: () => import("./analysis-panel.js"),
  proof: () => import("./proof.js"),
};

function scrollToSteps() {
  document.getElementById("log").scrollIntoView({ block: "start" });
}

function showStep() {
  scrollToSteps();
  document.getElementById("step-title").focus({ preventScroll: true });
}

/** Show the step that the address names, if it names one. Then keep the address in step. */
function followSteps() {
  effect(() => {
    const now = at.value;
    if (tab.value !== "log") return;
    const shown = stepFromFragment(location.hash, all) ?? first;
    if (shown !== now || location.hash.startsWith("#e")) history.replaceState(null, "", `#${now}`);
  });
  return (fragment) => {
    const to = stepFromFragment(fragment, all);
    if (to === null) return;
    go(to);
    // The link that led here is hidden or far down now.
    requestAnimationFrame(showStep);
  };
}

/** The cards of the step on the log, the final ones elsewhere. */
function followCards() {
  const cards = document.getElementById("cards");
  effect(() => {
    const isLog = tab.value === "log";
    const place = document.getElementById(isLog ? "log-cards" : "result-cards");
    if (cards.parentElement !== place) place.append(cards);
    showCards(viewAfter(data, all, isLog ? at.value : last), data.sheet);
  });
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

function openStep(step) {
  location.hash = `#${step}`;
}

function takeAnalysis(answer) {
  found.value = answer;
  if (answer.status === "ready") renewStory();
}

startTabs(followSteps());
followCards();
render(html`<${Stepper} />`, document.getElementById("stepper"));
if (stepFromFragment(location.hash, all) !== null) requestAnimationFrame(scrollToSteps);
const share = document.getElementById("share");
if (share) render(html`<${ShareButton} text=${resultText(data)} link=${pages.link} />`, share);
if (isFinished) render(html`<${ResultChart} goTo=${openStep} />`, document.getElementById("chances"));
loadPanels();
if (isFinished) whenIdle(() => followAnalysis(pages.analysis, takeAnalysis));
whenIdle(compareWithRecord);
