"""Links, mail addresses and phone numbers are found; dice, scores and small talk are not."""

import pytest

from games.people.accounts.contact_details.finder import find_details

FOUND = {
    "link": (
        "look at https://example.com/x",
        "evil.tk",
        "www.example.org",
        "my site is example . com (example.com)",
        "example dot com",
        "example [dot] com",
        "discord: annika99",
        "add me on snapchat annika99",
        "follow @annika_99",
        "ｅｘａｍｐｌｅ．ｃｏｍ",
        "exam\u200bple.com",
        "join t.me/dice",
    ),
    "mail": (
        "write to anna@example.com",
        "anna at example dot com",
        "anna (at) example (dot) de",
        "ANNA.B@EXAMPLE.CO.UK",
        "anna @ example . com",
        "anna ät example punkt de",
    ),
    "phone": (
        "call +49 170 1234567",
        "0170 1234567",
        "0170-123-4567",
        "(555) 123-4567",
        "0 1 7 0 1 2 3 4 5 6 7",
        "+1 555 123 4567",
    ),
}
INNOCENT = (
    "3 4 5 6 6",
    "I rolled 1 2 3 4 5 6 6 5 4 3",
    "perfect play scores 234.56",
    "245.904728",
    "I need 12 more, 30 would win",
    "63, 35, 100 and 50",
    "what a roll...lucky you",
    "good.game",
    "wait.what",
    "at 10 I have to go",
    "I am at home",
    "look at that dot on the die",
    "see you at 20:15",
    "2 3 4 5 6 large straight",
    "well played.",
    "haha...ok",
    "1500, 1623, 1740",
    "Gut gespielt, Anna!",
    "305:298",
    "on a scale from 1 to 10",
)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind in FOUND for text in FOUND[kind]])
def test_it_finds_them(kind: str, text: str) -> None:
    assert find_details(text) == kind


@pytest.mark.parametrize("text", INNOCENT)
def test_it_leaves_everything_else_alone(text: str) -> None:
    assert find_details(text) is None


@pytest.mark.parametrize("text", ["a" * 200, "1 " * 100, "a.b" * 66, "at dot " * 28, "(" * 200])
def test_it_takes_no_time_for_a_line_made_to_take_long(text: str) -> None:
    for _ in range(200):
        find_details(text)
