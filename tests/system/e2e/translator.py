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
    if (WAY !== "kept") inner.textContent = words;
    if (WAY === "replaced") text.parentNode.replaceChild(font, text);
    else text.parentNode.insertBefore(font, text);
    if (WAY === "beside") text.remove();
    if (WAY === "kept") { inner.append(text); text.data = words; }
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
    const soon = (records) => setTimeout(() => translate(records), LATE);
    const everything = { childList: true, subtree: true, characterData: true };
    new MutationObserver(LATE ? soon : translate).observe(document.body, everything);
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
    const text = copy.textContent.replace(/[\u27e6\u27e7]/g, "");
    return text.replace(/\s+/g, " ").trim().toUpperCase();
  };
  const at = (place) => [place, [...document.querySelectorAll(place)].map(words)];
  return Object.fromEntries(places.map(at));
}"""


def words_at(page: Page, *places: str) -> dict[str, list[str]]:
    """Return the texts of the elements at these selectors, as they were before the translation, in
    capitals.
    """
    found: dict[str, list[str]] = page.evaluate(READ, list(places))
    return found


MEANT = r"""() => {
  const plain = (text) => text.replace(/[\u27e6\u27e7]/g, "").replace(/\s+/g, "").toUpperCase();
  const said = (node) => {
    if (!node) return "";
    if (node.type === null) return String(node.props);
    const { __html: code } = node.props?.dangerouslySetInnerHTML ?? {};
    if (code === undefined) return (node.__k ?? []).map(said).join("");
    return new DOMParser().parseFromString(code, "text/html").body.textContent;
  };
  const roots = [...document.querySelectorAll("body *")].filter((each) => each.__k?.props);
  return roots.map((root) => ({
    seen: plain(root.textContent),
    meant: plain(said(root.__k)),
    fonts: root.querySelectorAll("font").length,
  }));
}"""


def seen_and_meant(page: Page) -> tuple[list[str], list[str], int]:
    """Return what the apps of a page show, what Preact means them to show, and how many elements
    the translator has put there.
    """
    apps = page.evaluate(MEANT)
    seen, meant = [app["seen"] for app in apps], [app["meant"] for app in apps]
    return seen, meant, sum(app["fonts"] for app in apps)
