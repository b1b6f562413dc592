"""A stand-in for a translator of the browser, which acts on the page as those do."""

from playwright.sync_api import BrowserContext, Page

WAYS = ("replaced", "beside", "kept")
"""How translators put an element in the place of a text: at once; beside it, and take it away then;
around it, so that the text stays in the page, but elsewhere."""

TRANSLATOR = """
(() => {
  const OPEN = "\\u27e6", CLOSE = "\\u27e7";
  const LEFT = "script, style, textarea, title, option, svg, font, [translate=no], .notranslate";
  const wrap = (text) => {
    if (!text.parentElement || !text.data.trim() || text.parentElement.closest(LEFT)) return;
    const font = document.createElement("font");
    const inner = document.createElement("font");
    font.append(inner);
    const words = text.data.replace(/\\S(.*\\S)?/s, (all) => OPEN + all.toUpperCase() + CLOSE);
    if (WAY === "replaced") { inner.textContent = words; text.parentNode.replaceChild(font, text); }
    if (WAY === "beside") { inner.textContent = words; text.parentNode.insertBefore(font, text); text.remove(); }
    if (WAY === "kept") { text.parentNode.insertBefore(font, text); inner.append(text); text.data = words; }
    window.translations = (window.translations ?? 0) + 1;
  };
  const all = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return wrap(root);
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(wrap);
  };
  const translate = (records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "characterData") wrap(target);
      addedNodes.forEach((node) => node.isConnected && all(node));
    }
  };
  const started = () => {
    document.documentElement.classList.add("translated-ltr");
    all(document.body);
    const watch = (records) => (LATE ? setTimeout(() => translate(records), LATE) : translate(records));
    new MutationObserver(watch).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  addEventListener("load", () => setTimeout(started, 50));
})();
"""


def translate(place: Page | BrowserContext, way: str = "replaced", late: int = 0) -> None:
    """Translate what is opened from now on: every text, in capitals and brackets, and again
    `late` ms after each change, or at once.
    """
    place.add_init_script(TRANSLATOR.replace("WAY", repr(way)).replace("LATE", str(late)))


READ = r"""(places) => {
  const words = (place) => {
    const copy = place.cloneNode(true);
    // What has been announced depends on when a page was opened.
    copy.querySelectorAll(".live-region").forEach((each) => each.remove());
    return copy.textContent.replace(/[\u27e6\u27e7]/g, "").replace(/\s+/g, " ").trim().toUpperCase();
  };
  return Object.fromEntries(places.map((each) => [each, [...document.querySelectorAll(each)].map(words)]));
}"""


def words_at(page: Page, *places: str) -> dict[str, list[str]]:
    """Return the texts of the elements at these selectors, as they were before the translation, in
    capitals.
    """
    found: dict[str, list[str]] = page.evaluate(READ, list(places))
    return found
