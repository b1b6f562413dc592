// Sheets as the server sends them, cut down to a few boxes.

function category(id, name) {
  return { id, name, hint: "" };
}

const upper = [category("ones", "Ones"), category("fours", "Fours"), category("sixes", "Sixes")];
const lower = [category("full_house", "Full house"), category("big_straight", "Big straight"), category("choice", "Choice"), category("yacht", "Yacht")];

export const sheet = {
  sections: [
    { id: "upper", categories: upper },
    { id: "lower", categories: lower },
  ],
  columns: [1],
  upper_bonus: null,
  dice: 5,
  rolls: 3,
};
export const triple = { ...sheet, columns: [1, 2, 3], upper_bonus: { at: 63, points: 35 } };
