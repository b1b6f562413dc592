// The page of a finished game: result, cards step by step, analysis, proof of the dice, log.

import { render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";

import { Analysis } from "../analysis/analysis.js";
import { notesOf, useAnalysis } from "../analysis/data.js";
import { cardSize, Scorecard } from "../game/scorecard.js";
import { headline, Standings } from "../game/standings.js";
import { standInName } from "../ui/bots.js";
import { CopyButton } from "../ui/copy-button.js";
import { noteGuests } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { Proof } from "./proof.js";
import { resultText } from "./result-text.js";
import { Stepper } from "./stepper.js";
import { stepFromFragment, stepsOf, viewAfter } from "./steps.js";
import { Turns } from "./turn-list.js";

const data = JSON.parse(document.getElementById("game-data").textContent);
const root = document.getElementById("game");
noteGuests(data.view.seats.map(({ player, seat }) => ({ player, guest: data.seats[seat].guest })));
const all = stepsOf(data);
const last = all.length - 1;
const context = { name: (seat) => data.view.seats[seat].name, sheet: data.sheet, standIn: standInName(data.view) };

function readOnlyCard(view) {
  const shown = view.seats.map((seat) => seat.seat);
  return { view, sheet: data.sheet, mine: null, shown, options: new Map(), mayScore: false, chosen: null, pending: null, onPick: null };
}

function titleLine({ view, events, rated }) {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });
  const began = events[0] ? day.format(new Date(events[0].at)) : "";
  return `${view.variant.name}${rated ? ", rated" : ""} · ${began}`;
}

/** Return [step, setStep]. The step is part of the page's address, so a reload shows it again. */
function useStep() {
  const [at, setAt] = useState(() => stepFromFragment(location.hash, last) ?? last);
  useEffect(() => {
    const shown = stepFromFragment(location.hash, last) ?? last;
    if (shown !== at) history.replaceState(null, "", at === last ? location.pathname : `#${at}`);
  }, [at]);
  useLayoutEffect(() => {
    const follow = () => setAt((now) => stepFromFragment(location.hash, last) ?? now);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return [at, setAt];
}

function Game() {
  const [at, go] = useStep();
  const { view, sheet, room, seats } = data;
  const size = cardSize(view, sheet);
  const found = useAnalysis(root.dataset.analysis);
  const notes = useMemo(() => notesOf(found.seats), [found.seats]);
  const showStep = (to) => {
    go(to);
    document.getElementById("stepper").scrollIntoView({ block: "nearest" });
  };
  return html`
    <section class="result felt game-result" aria-labelledby="result-title">
      <p class="eyebrow">${titleLine(data)}</p>
      <h1 id="result-title">${headline(view, null)}</h1>
      <${Standings} view=${view} mine=${null} people=${seats} />
      ${data.uncounted && html`<p class="result-note">Not rated: ${data.uncounted}</p>`}
      <div class="cluster">
        ${room &&
        html`<a class="button" href=${root.dataset.room.replace("CODE", room)}><${Icon} name="back" />Back to the table</a>`}
        ${view.status === "finished" && html`<${CopyButton} text=${resultText(data, root.dataset.link)} label="Copy result" />`}
      </div>
    </section>
    <${Stepper} all=${all} at=${at} go=${go} context=${context} pages=${root.dataset} notes=${notes} />
    <div class=${`game-card ${size.class}`} style=${size.style} tabindex="0" role="group" aria-label="Cards">
      <${Scorecard} card=${readOnlyCard(viewAfter(data, all, at))} />
    </div>
    <${Analysis} found=${found} all=${all} at=${at} go=${showStep} data=${data} pages=${root.dataset} />
    <${Proof} data=${data} pages=${root.dataset} />
    <${Turns} all=${all} at=${at} show=${showStep} context=${context} />
  `;
}

render(html`<${Game} />`, root);
