// The check of a finished game's dice, computed in the browser.

import { useState } from "preact/hooks";

import { canCheck, checkGame } from "../fairness/verify.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";

function Verdict({ verdict }) {
  const { fair, commitment, dice, rolls, wrong } = verdict;
  if (fair) {
    return html`
      <p class="verdict notice success" role="status">
        <${Icon} name="shield" />
        <span>
          <b>The dice were fair.</b> All ${dice} dice in ${rolls} rolls match the secret that was committed before the first
          roll.
        </span>
      </p>
    `;
  }
  return html`
    <p class="verdict notice error" role="status">
      <${Icon} name="close" />
      <span>
        <b>The check failed.</b>
        ${!commitment && " The secret does not match its fingerprint."}
        ${wrong.length > 0 && ` Rolls that do not match the secret: ${wrong.map((each) => each.seq).join(", ")}.`}
      </span>
    </p>
  `;
}

function Check({ data, verify }) {
  const [verdict, setVerdict] = useState(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setVerdict(await checkGame(data));
    setBusy(false);
  };
  if (!canCheck()) {
    return html`
      <p class="notice warn">
        Your browser can only check the dice on an https page. On the server:
        <code>manage.py verify_game ${data.view.game}</code>
      </p>
    `;
  }
  return html`
    <div class="cluster">
      <button type="button" class="button" disabled=${busy} onClick=${check}>
        <${Icon} name="shield" />${busy ? "Checking…" : "Check these dice"}
      </button>
      <a href=${verify}>How it works</a>
    </div>
    ${verdict && html`<${Verdict} verdict=${verdict} />`}
  `;
}

function Fact({ name, children }) {
  return html`<div><dt>${name}</dt><dd class="code">${children}</dd></div>`;
}

export function Proof({ data, verify }) {
  const { commitment, secret } = data.view.fairness;
  const { replay } = data.view;
  const seeds = replay?.seeds ?? data.view.fairness.seeds;
  const whose = (seat) => (replay ? `Seed of seat ${seat + 1} in that game` : `Seed of ${data.view.seats[seat].name}`);
  return html`
    <section class="section panel proof" aria-labelledby="proof-title">
      <h2 class="panel-title" id="proof-title">Were the dice fair?</h2>
      <p>
        Before the first roll the server chose a secret and published its fingerprint. Every player added a seed. Each die
        was computed from the secret and all seeds, so no one could choose it: the server's secret was already fixed, and
        the players did not know it. Now the secret is public, and your browser can compute every die again.
      </p>
      ${data.view.replay && html`<p>This game reused the dice of an earlier one, whose secret was already public.</p>`}
      <${Check} data=${data} verify=${verify} />
      <details class="fold">
        <summary>The numbers</summary>
        <dl class="facts-list fold-body">
          <${Fact} name="Fingerprint, published before the game (SHA-256)">${commitment}<//>
          <${Fact} name="Secret, revealed after the game">${secret ?? "not revealed yet"}<//>
          ${seeds.map((seed, seat) => html`<${Fact} name=${whose(seat)}>${seed}<//>`)}
          <${Fact} name=${replay ? "Original game" : "Game"}>${replay?.game ?? data.view.game}<//>
        </dl>
      </details>
    </section>
  `;
}
