// Keeps the keyboard's place: when the focused element goes away, its successor gets the focus, so
// that it never falls back to the start of the page.

function isVisible(element) {
  return element.getClientRects().length > 0;
}

/** Return whether `element` had the focus and cannot have it any more. */
function isLost(element) {
  const { activeElement, body } = document;
  if (activeElement === element) return element.disabled;
  return (activeElement === null || activeElement === body) && (!element.isConnected || element.disabled);
}

/** Focus `element`, even if the Tab key does not reach it. */
export function focusOn(element) {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * Watch everything inside `root`. When the focused element disappears or is disabled, focus the field
 * of its form, else the first visible one of `successors`, a list of selectors.
 */
export function keepFocus(root, successors) {
  let last = null;
  let timer = 0;
  const restore = () => {
    timer = 0;
    if (last === null || !isLost(last)) return;
    // A form that was sent may disable its button: go back to its field.
    const field = last.isConnected ? last.closest("form")?.querySelector("input:enabled") : null;
    last = null;
    const next = [field, ...successors.map((selector) => root.querySelector(selector))];
    const found = next.find((each) => each && isVisible(each));
    if (found) focusOn(found);
  };
  root.addEventListener("focusin", (event) => {
    last = event.target;
  });
  // With a click on empty space, the user gives up the place on purpose.
  document.addEventListener("pointerdown", () => {
    if (document.activeElement === document.body) last = null;
  });
  // In a separate task, because it makes the browser lay out the page.
  const restoreSoon = () => {
    timer ||= setTimeout(restore);
  };
  new MutationObserver(restoreSoon).observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled"],
  });
}
