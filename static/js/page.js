// What the server wrote into the page: addresses, the room's code, the CSRF token.

/** {code, socket, qr, guest, game, csrf}: see templates/room.html. */
export const page = { ...document.getElementById("room")?.dataset };

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
