// What is wrong, said honestly: the connection, a refusal, a room that is gone.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { link, news, problem, view } from "./state.js";

const SHOWN_MS = 6000;
const TICK_MS = 500;

export const browserOffline = signal(!navigator.onLine);

let retryNow = () => {};

/** Give what connects at once. */
export function retryBy(given) {
  retryNow = given;
}

function Countdown({ until }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((until - now) / 1000);
  return left > 0 ? html`<span class="number">trying again in ${left} s</span>` : "trying again now";
}

function ConnectionLine() {
  const { state, until, code } = link.value;
  if (state === "gone") {
    return code === 4404 ? "This table is gone." : "The host has asked you to leave this table.";
  }
  if (browserOffline.value) return "You are offline. The game waits on the server.";
  if (state === "waiting") return html`The connection is lost: <${Countdown} until=${until} />`;
  return view.value ? "Connecting again…" : "Connecting…";
}

/** Empty the signal `said` a while after something was put into it. */
function usePassing(said) {
  useEffect(() => {
    const timer = setTimeout(() => {
      said.value = null;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said.value]);
}

function Refusal() {
  usePassing(problem);
  return html`<p class="banner refusal" role="alert">${problem.value.message}</p>`;
}

/** What screen readers were told already. */
function News() {
  usePassing(news);
  return html`<p class="banner">${news.value.message}</p>`;
}

export function Banner() {
  const online = link.value.state === "online";
  if (online && problem.value) return html`<${Refusal} />`;
  if (online) return news.value && html`<${News} />`;
  const waits = link.value.state === "waiting";
  return html`
    <p class=${`banner ${link.value.state}`} role="status">
      <${Icon} name="wifi-off" />
      <span><${ConnectionLine} /></span>
      ${waits && html`<button type="button" class="button secondary small" onClick=${() => retryNow()}>Try now</button>`}
    </p>
  `;
}
