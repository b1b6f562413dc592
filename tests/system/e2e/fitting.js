// Finds what has no room on a page. Loaded by fitting.py.

const CONTROLS = "a, button, summary, select, textarea, input:not([type=hidden])";
const CLIPPED = new Set(["hidden", "clip"]);
const SCROLLED = new Set(["auto", "scroll"]);
const SHARE = 0.4; // of the height of a line: letters of close lines may touch
const CUT_SHARE = 0.25;
const SLACK_PX = 2;
const MARGIN_PX = 8; // of a control, around what it shows

const styles = new Map();

function styleOf(element) {
  if (!styles.has(element)) styles.set(element, getComputedStyle(element));
  return styles.get(element);
}

function ancestors(element) {
  const found = [];
  for (let each = element; each; each = each.parentElement) found.push(each);
  return found;
}

function isSeen(element) {
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !ancestors(element).some((each) => styleOf(each).clipPath.startsWith("inset(50%") || each.closest("[inert]"))
  );
}

/** Links that skip to the content wait above the page. */
function isOnPage({ width, height, bottom }) {
  return width > 1 && height > 1 && bottom + scrollY > 0;
}

/** What lies over the rest of the page, and may cover it until somebody scrolls. */
function layerOf(element) {
  return ancestors(element).find((each) => ["fixed", "sticky"].includes(styleOf(each).position) || each.matches("dialog, [popover]")) ?? null;
}

function inside(rect, box) {
  const [left, right] = [Math.max(rect.left, box.left), Math.min(rect.right, box.right)];
  const [top, bottom] = [Math.max(rect.top, box.top), Math.min(rect.bottom, box.bottom)];
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}

function sticksOut(line, box) {
  const over = Math.max(box.top - line.top, line.bottom - box.bottom);
  return line.left < box.left - SLACK_PX || line.right > box.right + SLACK_PX || over > CUT_SHARE * line.height;
}

/** Return the part of `rect`, which is in `element`, that is not scrolled out of sight, and what cuts the rest; null if nothing. */
function shownPart(rect, element) {
  let part = rect;
  let cutter = null;
  for (const each of ancestors(element)) {
    const { overflowX, overflowY, position } = styleOf(each);
    if (each === document.body || each === document.documentElement) break;
    const box = each.getBoundingClientRect();
    if (SCROLLED.has(overflowX) || SCROLLED.has(overflowY)) part = inside(part, box);
    else if (CLIPPED.has(overflowX) && sticksOut(part, box)) cutter ??= each;
    if (part.width <= 0 || part.height <= 0) return { part: null, cutter: null };
    if (position === "fixed") break;
  }
  return { part, cutter };
}

function isTyped(node) {
  return node.parentElement.closest("bdi, code, pre, textarea, [data-typed]") !== null;
}

function short(text) {
  return text.trim().replace(/\s+/g, " ").slice(0, 50);
}

function place(element) {
  return ancestors(element)
    .slice(0, 3)
    .reverse()
    .map((each) => [each.localName, ...each.classList].join("."))
    .join(" > ");
}

function lines() {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = new Range();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, script, style, noscript, option, .live-region") || !isSeen(element)) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (isOnPage(rect)) found.push({ node, element, rect, layer: layerOf(element), words: short(node.data) });
    }
  }
  return found;
}

function controls() {
  return [...document.querySelectorAll(CONTROLS)].filter(isSeen).flatMap((element) =>
    [...element.getClientRects()]
      .filter(isOnPage)
      .map((rect) => ({ element, rect, layer: layerOf(element), words: place(element) })),
  );
}

/** The nearest element around a text whose edge can be seen. */
function frameOf(element) {
  return ancestors(element).find((each) => {
    const { backgroundColor, borderInlineStartWidth, display } = styleOf(each);
    if (display === "inline") return false;
    return each.matches("td, th, button, dialog") || parseFloat(borderInlineStartWidth) > 0 || !/, 0\)$|transparent/.test(backgroundColor);
  });
}

function cutOff({ node, element, rect, words }) {
  const { part, cutter } = shownPart(rect, element);
  if (!part) return null;
  if (cutter) return isTyped(node) ? null : `${place(cutter)} cuts “${words}”`;
  if (part.left < -SLACK_PX || part.right > document.documentElement.clientWidth + SLACK_PX) return `“${words}” leaves the page`;
  const frame = frameOf(element);
  if (!frame || frame === document.body || frame === document.documentElement) return null;
  const box = frame.getBoundingClientRect();
  const past = Math.max(box.left - part.left, part.right - box.right, (box.top - part.top) / 2, (part.bottom - box.bottom) / 2);
  return past > SLACK_PX ? `“${words}” leaves ${place(frame)} by ${Math.round(past)}` : null;
}

function meet(one, other) {
  const { width, height } = inside(one.rect, other.rect);
  const areTexts = one.node && other.node;
  const areControls = !one.node && !other.node;
  if (areTexts) return width > SLACK_PX && height > SHARE * Math.min(one.rect.height, other.rect.height);
  const slack = areControls ? SLACK_PX : MARGIN_PX;
  return width > slack && height > slack;
}

function overlaps(all) {
  const found = [];
  const visible = all.map((each) => ({ ...each, rect: shownPart(each.rect, each.node ? each.element : each.element.parentElement).part })).filter(({ rect }) => rect);
  visible.sort((one, other) => one.rect.top - other.rect.top);
  visible.forEach((one, at) => {
    for (let next = at + 1; next < visible.length && visible[next].rect.top < one.rect.bottom; next++) {
      const other = visible[next];
      if (one.layer !== other.layer || (one.node && one.node === other.node)) continue;
      const areTexts = one.node && other.node;
      if (!areTexts && (one.element.contains(other.element) || other.element.contains(one.element))) continue;
      if (meet(one, other)) found.push(`“${one.words}” and “${other.words}” overlap`);
    }
  });
  return found;
}

/** Return what has no room: too wide a page, texts that are cut or leave their frame, texts and controls that overlap. */
globalThis.misfits = () => {
  styles.clear();
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const texts = lines();
  return [...new Set([...wide, ...texts.map(cutOff).filter(Boolean), ...overlaps([...texts, ...controls()])])];
};
