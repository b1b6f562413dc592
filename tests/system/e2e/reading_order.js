// Where names and numbers stand: tests/system/e2e/reading_order.py calls these.

window.tangled = (names, onlyOwn) => {
  const INLINE = /^(inline|contents|ruby)/;
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // A number ends with a digit: the full stop of a sentence stands elsewhere in the other direction.
  const TOKEN = new RegExp(`(${escaped.sort((a, b) => b.length - a.length).join("|")})|[+−]?\\d(?:[\\d.,]*\\d)?`, "gu");

  const blockOf = (node) => {
    let at = node.parentElement;
    while (INLINE.test(getComputedStyle(at).display)) at = at.parentElement;
    return at;
  };
  const paragraphs = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || !node.parentElement.checkVisibility()) continue;
    const block = blockOf(node);
    if (!paragraphs.has(block)) paragraphs.set(block, []);
    paragraphs.get(block).push(node);
  }
  const measured = (nodes, start, end) => {
    const rects = [];
    let at = 0;
    for (const node of nodes) {
      const [from, to] = [Math.max(0, start - at), Math.min(node.length, end - at)];
      if (from < to) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        rects.push(...[...range.getClientRects()].filter(({ width }) => width > 0));
      }
      at += node.length;
    }
    const least = (edge) => Math.min(...rects.map((each) => each[edge]));
    const most = (edge) => Math.max(...rects.map((each) => each[edge]));
    const isWhole = rects.length > 0 && most("bottom") - least("top") < 2 * least("height");
    return { middle: (least("left") + most("right")) / 2, bottom: most("bottom"), height: least("height"), isWhole };
  };
  // Whether a number follows a name with no word between them.
  const isOwn = (name, number, text) => name.isName && !number.isName && !/\p{L}/u.test(text.slice(name.end, number.start));
  const problems = [];
  let counted = 0;
  for (const nodes of paragraphs.values()) {
    const text = nodes.map(({ data }) => data).join("");
    const tokens = [...text.matchAll(TOKEN)].map((match) => {
      const end = match.index + match[0].length;
      return { text: match[0], isName: match[1] !== undefined, start: match.index, end, ...measured(nodes, match.index, end) };
    });
    const onOneLine = (a, b) => a.isWhole && b.isWhole && Math.abs(a.bottom - b.bottom) < Math.min(a.height, b.height) / 2;
    tokens.slice(1).forEach((token, at) => {
      const before = tokens[at];
      if (!onOneLine(token, before) || (onlyOwn && !isOwn(before, token, text))) return;
      counted += 1;
      const [low, high] = [Math.min(token.middle, before.middle), Math.max(token.middle, before.middle)];
      const between = tokens.find((each) => each.isName && each !== token && each !== before && onOneLine(each, token) && low < each.middle && each.middle < high);
      if (between) problems.push(`${between.text} between ${before.text} and ${token.text} in ${text.trim()}`);
    });
  }
  return [problems, counted];
};

window.shownAsText = () => {
  const found = new Set([document.title]);
  for (const each of document.querySelectorAll("*")) {
    for (const { name, value } of each.attributes) {
      if (/^(aria-(label|valuetext|description)|title|alt|placeholder|data-share)$/.test(name)) found.add(value);
      if (name === "content" && /title|description|alt/.test(each.getAttribute("property") ?? each.name)) found.add(value);
    }
  }
  return [...found].filter((text) => text.trim());
};

window.showTexts = (texts, direction) => {
  const lines = texts.flatMap((text) => text.split("\n")).map((text) => {
    const line = document.createElement("p");
    Object.assign(line, { textContent: text, dir: direction });
    Object.assign(line.style, { whiteSpace: "nowrap", width: "max-content", font: "16px sans-serif" });
    return line;
  });
  document.body.replaceChildren(...lines);
};
