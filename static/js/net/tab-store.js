// What one tab remembers until it is closed. Storage may be forbidden: then it remembers nothing.

export function remember(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    return;
  }
}

/** Return what was remembered, or null. */
export function remembered(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
