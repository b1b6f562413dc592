// A question at the bottom of the page, which covers nothing for long and does not take the focus. Plain DOM, because
// most pages have no components.

import { loadStyle } from "../ui/load-style.js";
import { FACTS } from "./playing.js";

const root = document.documentElement;
let styles; // a promise: the stylesheet is loaded with the first question

function loadStyles() {
  styles ??= loadStyle(root.dataset.appStyles).catch(() => {}); // better to ask without style than not at all
  return styles;
}

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function deferred() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

let before = Promise.resolve(); // fulfilled when the last question is answered, or no longer fits

/**
 * Show a question, once the one before it is answered. `name`: its class; `text`: what is asked, read to
 * screen readers; `yes`, `no`: the labels of the buttons; without `onYes` there is only `no`. `isWelcome()`:
 * whether it still fits; otherwise it disappears.
 */
export function ask({ onNo = () => {}, isWelcome = () => true, ...question }) {
  before = before.then(loadStyles).then(() => isWelcome() && show({ ...question, onNo, isWelcome }));
}

/** Show a question; return a promise that it is gone. */
function show({ name, text, yes, no, onYes, onNo, isWelcome }) {
  const { promise, resolve } = deferred();
  const box = element("section", { class: `question ${name}-question`, role: "status" });
  const close = () => {
    observer.disconnect();
    box.remove();
    resolve();
  };
  const observer = new MutationObserver(() => isWelcome() || close());
  const words = element("p", { class: "question-text" });
  const actions = element("div", { class: "question-actions" });
  const button = (label, style, act) => {
    const made = element("button", { class: `button small ${style}`, type: "button" }, label);
    made.addEventListener("click", () => {
      close();
      act();
    });
    actions.append(made);
  };
  button(no, "quiet", onNo);
  if (onYes) button(yes, "", onYes);
  box.append(words, actions);
  document.body.append(box);
  observer.observe(root, { attributes: true, attributeFilter: FACTS });
  // A live region announces what changes in it, not what it begins with.
  requestAnimationFrame(() => words.append(text));
  return promise;
}
