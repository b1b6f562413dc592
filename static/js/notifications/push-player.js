// The player for whom this browser is subscribed to notifications.

const FOR = "push-player"; // the player whom this browser's subscription belongs to
const TOLD = "push-told"; // when the server was told: ms since 1970
const TELL_MS = 3_600_000; // the server may have forgotten this browser, when the player signed out other devices

/** Note that the server was told that this browser is subscribed for a player; null: for nobody. */
export function notePlayer(player) {
  try {
    if (player) {
      localStorage.setItem(FOR, player);
      localStorage.setItem(TOLD, Date.now());
    } else {
      localStorage.removeItem(FOR);
    }
  } catch {
    return; // storage may be disabled
  }
}

function notedPlayer() {
  try {
    return localStorage.getItem(FOR);
  } catch {
    return null;
  }
}

/** Whether this browser was subscribed for the player of this page. */
export function isForPlayer() {
  return notedPlayer() === document.documentElement.dataset.player;
}

/** Whether the server was told within the last hour. */
export function wasToldLately() {
  try {
    return Date.now() - Number(localStorage.getItem(TOLD)) < TELL_MS;
  } catch {
    return true;
  }
}
