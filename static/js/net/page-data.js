// What the server wrote into a live page: addresses, the CSRF token, what the page is about.

/** {socket, csrf, guest, ...}: see templates/rooms/room.html and templates/home/home.html. */
export const page = { ...document.querySelector("[data-socket]")?.dataset };

/** Return the address of the room with this code. */
export function roomAddress(code) {
  return page.room.replace("CODE", code);
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
