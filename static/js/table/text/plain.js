// Text mode: what people type for a name. Pure.

/** Return `text` in lower case, with single spaces and without marks and punctuation. Turkish ı and İ are i. */
export function plain(text) {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
