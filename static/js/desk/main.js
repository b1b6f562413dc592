// Keys for moderators: j and k choose a case, Enter opens it; at a case the digits choose a decision, u goes back.

import { isPlainPress, pressedKey } from "../ui/pressed-key.js";

function isTyping({ target }) {
  return target.matches("input:not([type=radio]), textarea, select");
}

function chosen(links) {
  return links.indexOf(document.activeElement);
}

function move(step) {
  const links = [...document.querySelectorAll("[data-keys] a")];
  if (links.length > 0) links[(chosen(links) + step + links.length + (chosen(links) < 0 && step < 0 ? 1 : 0)) % links.length].focus();
}

function pick(number) {
  const choice = document.querySelectorAll("#decision [name=kind]")[number];
  if (!choice) return;
  choice.checked = true;
  choice.focus();
}

addEventListener("keydown", (event) => {
  if (!isPlainPress(event) || isTyping(event)) return;
  const key = pressedKey(event);
  if (key === "j") move(1);
  else if (key === "k") move(-1);
  else if (key === "u") document.querySelector("[data-back]")?.click();
  else if (/^[0-9]$/.test(key)) pick(Number(key));
});
