// The banner: connection problems, refusals, news.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { Trouble } from "../ui/trouble-notice.js";
import { troubleWords } from "../ui/trouble.js";
import { link, news, problem } from "./state/state.js";

const SHOWN_MS = 6000;
const TICK_MS = 500;

export const browserOffline = signal(!navigator.onLine);

let retryNow = () => {};

/** Set the function that reconnects at once. */
export function setRetry(reconnect) {
  retryNow = reconnect;
}

function Countdown({ until }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(1, Math.ceil((until - now) / 1000));
  const words = interpolate(gettext("Connection lost, trying again in %(left)s s"), { left });
  // Hidden from screen readers, which would read every second. They hear only that the connection is lost.
  return html`<span class="number" aria-hidden="true">${words}</span><span class="visually-hidden">${gettext("Connection lost")}</span>`;
}

function ConnectionLine() {
  const { state, until, code } = link.value;
  if (state === "gone") return code === 4404 ? gettext("This table no longer exists.") : gettext("The host has removed you from this table.");
  if (browserOffline.value) return gettext("You are offline. Your game is safe on the server.");
  if (troubleWords(link.value)) return troubleWords(link.value);
  if (state === "waiting") return html`<${Countdown} until=${until} />`;
  return gettext("Connecting…");
}

/** Clear the signal `message` some time after it was set. */
function useAutoClear(message) {
  useEffect(() => {
    const timer = setTimeout(() => {
      message.value = null;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message.value]);
}

function Refusal() {
  useAutoClear(problem);
  return html`<p class="banner refusal" role="alert">${problem.value.message}</p>`;
}

/** Not announced: screen readers have heard it already. */
function News() {
  useAutoClear(news);
  return html`<p class="banner">${news.value.message}</p>`;
}

export function Banner() {
  const open = link.value.state === "online";
  if (open && problem.value) return html`<${Refusal} />`;
  // Without a network, a socket looks open until its next message fails.
  if (open && !browserOffline.value) return news.value && html`<${News} />`;
  if (link.value.trouble === "blocked" && !browserOffline.value) return html`<${Trouble} link=${link.value} onRetry=${() => retryNow()} />`;
  const waiting = link.value.state === "waiting";
  return html`
    <p class=${`banner link-${link.value.state}`} role="status">
      <${Icon} name="wifi-off" />
      <span><${ConnectionLine} /></span>
      ${waiting && html`<button type="button" class="button secondary small" onClick=${() => retryNow()}>${gettext("Try again")}</button>`}
    </p>
  `;
}
