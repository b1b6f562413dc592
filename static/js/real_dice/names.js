// Whose name is whose. Pure. games/people/accounts/folding.py decides the same for accounts.

// Keyboards have several signs for one, and Turkish has two letters for the one "i" of others.
const ONE_FORM = [
  [/[‘’‛ʻʼʽʾʿ`´′＇ʹ՚׳]/g, "'"],
  [/[‐‑‒–—−]/g, "-"],
  [/[İı]|[Ii]\u0307/g, "i"],
  [/\p{Cf}/gu, ""], // joiners and other marks that nobody sees
  [/\s+/g, " "],
];

/** Return the form that is the same for all ways to type a name: in any letter case, with any apostrophe. Accents count. */
export function folded(name) {
  const form = ONE_FORM.reduce((text, [signs, one]) => text.replace(signs, one), name.normalize("NFC"));
  // Capitals first: they are the same for "ß" and "ss", and for both small sigmas.
  return form.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC").trim();
}
