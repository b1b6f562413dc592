// Keeps a page right that the browser translates. A translator takes each text out of the page and puts a <font> with
// its own words there. Preact keeps the text that it made, and would go on writing into what nobody sees. So the text
// goes back, empty, behind the <font>: what is inserted, moved or removed then finds its place. Once something is
// written into the text, the translation is out of date: the text takes its place, and the translator may come again.

const translations = new WeakMap(); // text -> {font, words}: what stands in its place, and what it said
const texts = new WeakMap(); // font -> text

/** Return the <font> that has taken the place of what this record removed. */
function replacement({ target, addedNodes, previousSibling, nextSibling }) {
  const near = [...addedNodes, previousSibling, nextSibling, previousSibling ? previousSibling.nextSibling : target.firstChild];
  return near.find((node) => node?.nodeName === "FONT" && node.parentNode === target && !texts.has(node));
}

function forget(text) {
  texts.delete(translations.get(text).font);
  translations.delete(text);
}

function pair(text, font, words) {
  translations.set(text, { font, words });
  texts.set(font, text);
  font.after(text);
}

/** Something has changed around a text and its translation. */
function settle(text, record, observer) {
  const { font, words } = translations.get(text);
  const next = replacement(record);
  if (next && !text.parentNode) {
    // Even an empty text is translated. Back in the page it would be so without end: it waits outside.
    next.remove();
    observer.observe(text, { characterData: true });
  } else if (next) {
    forget(text);
    pair(text, next, words);
  } else if (!text.parentNode) {
    forget(text);
    font.remove();
  } else if (font.parentNode !== text.parentNode) {
    forget(text); // the translator shows the original
    text.data ||= words;
  } else if (text.previousSibling !== font) text.before(font);
}

function follow(records, observer) {
  const taken = new Set();
  const kept = new Set(); // by the translator, for its own words
  for (const record of records) {
    const { type, target, addedNodes, removedNodes } = record;
    if (type === "characterData" && translations.has(target) && !kept.has(target)) {
      taken.delete(target);
      translations.get(target).font.replaceWith(target);
      forget(target);
    }
    for (const node of removedNodes) {
      const text = texts.get(node) ?? node;
      const font = node.nodeType === Node.TEXT_NODE && node.data && !translations.has(node) && replacement(record);
      if (font) {
        if (font.contains(node)) {
          kept.add(node);
          node.replaceWith(node.cloneNode());
        }
        pair(node, font, node.data);
        taken.add(node);
      } else if (translations.has(text) && !taken.has(text)) settle(text, record, observer);
    }
    for (const { nextSibling } of addedNodes) if (translations.has(nextSibling)) settle(nextSibling, record, observer);
  }
  for (const text of taken) text.data = "";
  observer.takeRecords(); // of what this function has done
}

new MutationObserver(follow).observe(document, { childList: true, subtree: true, characterData: true });
