// The seed of a group of games that share dice: its seal, and the code of the group that is made of it. Pure, except for
// the random bytes. docs/fairness.md explains both.

import { newSealed } from "./seed.js";
import { hashOfText } from "./sha256.js";

const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LETTERS = 12;

/** Return the seal of a group's seed. It names no group, because it comes before the group's commitment. */
export function groupSealOf({ salt, text }) {
  return hashOfText(["seal", "group", salt, text].join("|"));
}

/** Return a new seed {salt, text, seal}. `text`: letters and digits, random if it is empty. */
export function newGroupSeed(text) {
  const { salt, text: chosen } = newSealed("group", "", text || undefined);
  return { salt, text: chosen, seal: groupSealOf({ salt, text: chosen }) };
}

/** Return the code of a group. `base`: the code under which its secret was committed to, before the seed was shown. */
export function groupCodeOf(base, { salt, text }) {
  let number = BigInt(`0x${hashOfText(["group", base, salt + text].join("|"))}`);
  let code = "";
  for (let at = 0; at < LETTERS; at += 1) {
    code += ALPHABET[Number(number % BigInt(ALPHABET.length))];
    number /= BigInt(ALPHABET.length);
  }
  return code;
}
