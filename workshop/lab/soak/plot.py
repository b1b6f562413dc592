"""Draw the samples of a soak as an SVG picture: a few charts with one time axis, one above the
other.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT = 760, 70, 150
HEIGHT, TOP, GAP = 150, 34, 46
COLOURS = ("#1f5fa8", "#c2410c", "#15803d", "#7c3aed", "#a16207")
STYLE = (
    "text{font:12px sans-serif;fill:#333}.title{font-weight:bold}"
    ".line{fill:none;stroke-width:1.5}.grid{stroke:#ddd}"
)
Columns = Mapping[str, Sequence[float]]


class Chart(NamedTuple):
    """A title, and what it shows: (label, values) for each line."""

    title: str
    lines: list[tuple[str, Sequence[float]]]


def charts(columns: Columns) -> list[Chart]:
    """Return the charts for the columns of `samples.csv`."""
    return [
        Chart(
            "Memory that is not shared (RssAnon), MB",
            [("server", columns["web_anonymous_mb"]), ("worker", columns["worker_anonymous_mb"])],
        ),
        Chart(
            "Open files and sockets; live rooms",
            [
                ("server: files", columns["web_files"]),
                ("worker: files", columns["worker_files"]),
                ("Redis: channels", columns["redis_channels"]),
            ],
        ),
        Chart(
            "Threads; connections",
            [
                ("server: threads", columns["web_threads"]),
                ("worker: threads", columns["worker_threads"]),
                ("PostgreSQL", columns["database_connections"]),
                ("Redis", columns["redis_clients"]),
            ],
        ),
        Chart("Moves a second", [("moves", rates(columns["seconds"], columns["moves"]))]),
    ]


def rates(seconds: Sequence[float], counts: Sequence[float]) -> list[float]:
    """Return by how much a count grew per second before each sample; the first one gets 0."""
    grown = [later - count for count, later in pairwise(counts)]
    passed = [at - begin for begin, at in pairwise(seconds)]
    return [0.0, *(more / time for more, time in zip(grown, passed, strict=True))]


def draw(columns: Columns) -> str:
    """Return the picture as SVG."""
    minutes = [second / 60 for second in columns["seconds"]]
    drawn = charts(columns)
    height = len(drawn) * (HEIGHT + GAP) + TOP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>A soak of {minutes[-1]:.0f} minutes</title><style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for number, chart in enumerate(drawn):
        parts += _draw_chart(chart, minutes, TOP + number * (HEIGHT + GAP))
    return "\n".join([*parts, "</svg>\n"])


def _draw_chart(chart: Chart, minutes: Sequence[float], top: float) -> list[str]:
    most = nice_limit(max((max(values) for _, values in chart.lines), default=1.0))
    longest = max(minutes[-1], 1e-9)
    bottom, right = top + HEIGHT, WIDTH - RIGHT
    parts = [_text(LEFT, top - 10, chart.title, "title")]
    for share in (0.0, 0.5, 1.0):
        y = bottom - share * HEIGHT
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/>')
        parts.append(_text(LEFT - 8, y + 4, f"{share * most:g}", anchor="end"))
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = LEFT + share * (right - LEFT)
        parts.append(_text(x, bottom + 16, f"{share * longest:.0f} min", anchor="middle"))
    for number, (label, values) in enumerate(chart.lines):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(
            f"{LEFT + minute / longest * (right - LEFT):.1f},{bottom - value / most * HEIGHT:.1f}"
            for minute, value in zip(minutes, values, strict=True)
        )
        parts.append(f'<polyline class="line" stroke="{colour}" points="{points}"/>')
        y = top + 12 + 20 * number
        parts.append(f'<rect x="{right + 12}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(_text(right + 28, y, label))
    return parts


def nice_limit(most: float) -> float:
    """Return the smallest of 1, 2, 4, 5, 6, 8 times a power of ten that is at least `most`."""
    power = 1.0
    while power * 10 <= most:
        power *= 10
    while power > most > 0:
        power /= 10
    return next(factor * power for factor in (1, 2, 4, 5, 6, 8, 10) if factor * power >= most)


def _text(x: float, y: float, text: str, name: str = "", anchor: str = "start") -> str:
    marks = f' class="{name}"' if name else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{marks}>{escape(text)}</text>'
