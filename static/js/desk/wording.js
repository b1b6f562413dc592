// The form about a text that reads wrong begins with what was selected: js/ui/first-paint.js hands it over in the fragment,
// which no server and no log sees.

const field = document.getElementById("wording");

try {
  field.value ||= decodeURIComponent(location.hash.slice(1)).slice(0, field.maxLength);
} catch {} // not ours
