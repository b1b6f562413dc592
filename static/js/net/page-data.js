// Data that the server wrote into a live page: addresses, the page's subject.

/** {socket, guest, ...}: see templates/table/room.html, templates/home/home.html and templates/puzzles/puzzles.html. */
export const page = { ...document.querySelector("[data-socket], [data-boxes]")?.dataset };

/** Return the address of the room with this code. */
export function roomAddress(code) {
  return page.room.replace("CODE", code);
}

/** Return the address of the page of the game with this code. */
export function gameAddress(code) {
  return page.game.replace("CODE", code);
}

/** Return the address of the profile of the account with this name. */
export function profileAddress(name) {
  // As in games/site/shared/pages/url_converters.py.
  const segment = name.replaceAll("~", "~t").replaceAll("/", "~s");
  return page.profile.replace("NAME", encodeURIComponent(segment));
}

const NAME_KEY = "name";

/** Return the name that was last typed on this device. */
export function storedName() {
  try {
    return localStorage.getItem(NAME_KEY) ?? "";
  } catch {
    return ""; // storage may be forbidden
  }
}

export function storeName(name) {
  try {
    localStorage.setItem(NAME_KEY, name);
  } catch {
    return;
  }
}
