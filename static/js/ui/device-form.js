// The form for players on one device shows two names at first, and more as they are asked for. Without this script it
// shows all fields.

const FIRST = 2;

for (const form of document.querySelectorAll("[data-device-form]")) {
  const rows = [...form.querySelectorAll("[data-player]")];
  const known = form.querySelectorAll(".device-player").length - rows.length;
  const add = form.querySelector("[data-add]");
  let shown = Math.max(FIRST - known, rows.findLastIndex((row) => row.querySelector("input").value) + 1);
  const show = () => {
    rows.forEach((row, at) => (row.hidden = at >= shown));
    add.hidden = shown >= rows.length;
  };
  add.addEventListener("click", () => {
    shown += 1;
    show();
    rows[shown - 1].querySelector("input").focus();
  });
  show();
}
