"""What sticks to an edge of a phone leaves room for its rounded corners, its notch and its bar."""

import re
from collections.abc import Iterator

from django.test import Client

from tests.environment import ROOT

CSS = ROOT / "static" / "css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
STICKS = re.compile(r"position: (?:fixed|sticky)")
AT_BOTTOM = re.compile(r"(?:^|[;\s])(?:bottom: (?!auto)|inset: auto [^;]+)")
FREE = ("safe-area-inset-bottom", "var(--edge)")
ELSEWHERE = {
    "screen-celebrations.css .celebration": "on TVs",
    "scorecard.css .total :is(th, td)": "within the card, which scrolls",
    "table-side.css .side": "its last row leaves the room",
}


def rules() -> Iterator[tuple[str, str]]:
    for path in sorted(CSS.glob("*.css")):
        for selector, body in BLOCK.findall(COMMENT.sub("", path.read_text())):
            if STICKS.search(body):
                yield f"{path.name} {' '.join(selector.split(';')[-1].split())}", body


def test_what_sticks_to_the_bottom_leaves_room() -> None:
    below = {name: body for name, body in rules() if AT_BOTTOM.search(body)}
    assert len(below) >= 8
    missing = [name for name, body in below.items() if not any(word in body for word in FREE)]
    assert [name for name in missing if name not in ELSEWHERE] == []


def test_pages_reach_the_edges_and_shrink_for_a_keyboard(outsider: Client) -> None:
    (viewport,) = re.findall(
        r'<meta name="viewport" content="([^"]+)">', outsider.get("/").content.decode()
    )
    assert "viewport-fit=cover" in viewport
    assert "interactive-widget=resizes-content" in viewport
    # Nobody is kept from zooming.
    assert "scalable" not in viewport
    assert "maximum" not in viewport


def test_pages_keep_clear_of_a_notch_at_the_side() -> None:
    layout = (CSS / "layout.css").read_text()
    assert "padding-right: env(safe-area-inset-right)" in layout
    assert "padding-left: env(safe-area-inset-left)" in layout
