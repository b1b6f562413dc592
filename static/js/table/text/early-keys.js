// Keys typed after the key for text mode and before its field is there. They must not reach the table.

let early = null; // null unless the field is awaited

/** Keep typed keys from now on. */
export function keepEarlyKeys() {
  early = "";
}

/** Keep the key of an event if the field will use it; return whether it is kept. */
export function keepEarlyKey({ key, ctrlKey, metaKey, altKey }) {
  if (early === null || ctrlKey || metaKey || altKey) return false;
  if (key !== "Enter" && key.length !== 1) return false; // such as Tab, Escape and F5
  early += key === "Enter" ? "\n" : key;
  return true;
}

/** Stop, and return the lines that were typed; the last one is not complete. */
export function takeEarlyKeys() {
  const lines = (early ?? "").split("\n");
  early = null;
  return lines;
}
