// Checks the proof of a card: the seal, the group's code, and the secret. Pure.

import { gettext } from "../language/language.js";
import { groupCodeOf, groupSealOf } from "../fairness/group.js";
import { commitmentOf } from "../fairness/verify.js";

/** Return the problems of a proof as the page has it, as texts; [] for none. `kept`: what this browser kept of the card, or null. */
export function problemsOf(proof, kept) {
  const { base, seal, salt, text, share, secret, commitment } = proof;
  const found = [];
  if (salt && groupSealOf({ salt, text }) !== seal) found.push(gettext("The sender’s part does not fit its seal."));
  if (share && groupCodeOf(base, { salt, text }) !== share) found.push(gettext("The code of the games does not fit."));
  if (share && proof.group_commitment !== commitment) found.push(gettext("The secret was locked in twice, and differently."));
  if (secret && commitmentOf(secret) !== commitment) found.push(gettext("The secret does not fit its fingerprint."));
  if (kept && (kept.base !== base || kept.commitment !== commitment || kept.seal !== seal)) {
    found.push(gettext("The card has changed since this browser made it."));
  }
  return found;
}

/** Return what the check of a proof says. */
export function judge(proof, kept) {
  const problems = problemsOf(proof, kept);
  if (problems.length > 0) return problems.join(" ");
  const words = proof.secret
    ? gettext("Your browser has checked the seal, the code of the games and the secret: all fit.")
    : gettext("Your browser has checked the seal and the code of the games: both fit. The secret comes with the reveal.");
  return kept ? `${words} ${gettext("It is the card that this browser made.")}` : words;
}
