// The members of a circle: buttons that share its links, and links that a tap selects.

import "../ui/share-places.js";

for (const field of document.querySelectorAll("[data-select]")) field.addEventListener("focus", () => field.select());
