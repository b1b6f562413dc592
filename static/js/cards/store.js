// What this browser keeps about the cards that it has made: the seed and its seal, and what the server promised before
// the seed was shown. Without storage they last until the page is closed.

const PREFIX = "card/";
const kept = new Map();

/** Keep a card {code, base, commitment, entry, salt, text, seal}. */
export function keepCard(card) {
  const text = JSON.stringify(card);
  kept.set(card.code, text);
  try {
    localStorage.setItem(PREFIX + card.code, text);
  } catch {
    return; // storage may be forbidden or full
  }
}

/** Return the card with this code, or null. */
export function keptCard(code) {
  try {
    return JSON.parse(kept.get(code) ?? localStorage.getItem(PREFIX + code));
  } catch {
    return null; // damaged, or storage is forbidden
  }
}
