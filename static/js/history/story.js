// The story of a game that was analysed while its page was open: the server tells it again.

const PARTS = [".story-why", ".luck-rows"];
const FADE_MS = 400;

/** Fetch the page again, and put its words and figures in place of those without an analysis. */
export async function renewStory() {
  const story = document.getElementById("story");
  if (!("pending" in story.dataset)) return;
  try {
    const answer = await fetch(location.pathname);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of PARTS) {
      const found = fresh.querySelector(`#story ${part}`);
      if (!found) continue;
      story.querySelector(part)?.replaceWith(found);
      if (matchMedia("(prefers-reduced-motion: no-preference)").matches) found.animate([{ opacity: 0 }, { opacity: 1 }], FADE_MS);
    }
    delete story.dataset.pending;
  } catch {
    // Offline: the story without an analysis stays.
  }
}
