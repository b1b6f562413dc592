"""What the table showed when a round was over, for tests: a slow machine may miss the three seconds
in which it is seen.
"""

from tests.system.e2e.person import Person, until

WATCH = """
  window.reveal = [];
  new MutationObserver(() => {
    const fills = [...document.querySelectorAll(".round-fill")];
    if (fills.length === 0) return;
    window.reveal = fills.map((fill) =>
      [...fill.querySelectorAll("use")].map((use) => use.getAttribute("href")),
    );
  }).observe(document, { childList: true, subtree: true });
"""


def watch_reveals(person: Person) -> None:
    """Let the person's page note what it shows after a round, from the next page on."""
    person.page.add_init_script(WATCH)


def sees_reveal(person: Person, seats: int) -> list[list[str]]:
    """Wait until the page has shown a round of so many seats; return the pictures of each seat."""
    until(lambda: len(last_reveal(person)) == seats, person.page)
    return last_reveal(person)


def last_reveal(person: Person) -> list[list[str]]:
    """Return the pictures of each seat in the round that was shown last; [] if there was none."""
    pictures: list[list[str]] = person.page.evaluate("window.reveal")
    return pictures
