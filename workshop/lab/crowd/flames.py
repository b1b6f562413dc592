"""Draws sampled stacks as an SVG: the outermost function at the top, as wide as its share."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

WIDTH, ROW = 1200.0, 17
LETTER = 6.6
"""The width of a letter."""
NARROWEST = 3.0
"""Narrower functions are left out."""
COLOURS = {"games": (18, 45), "django": (95, 140), "twisted": (190, 225), "autobahn": (190, 225)}
"""The range of hues of a package; all others are grey."""


@dataclass
class Node:
    """A function, called from the one above it. count: of its samples."""

    count: int = 0
    below: dict[str, "Node"] = field(default_factory=dict)

    @property
    def depth(self) -> int:
        return 1 + max((node.depth for node in self.below.values()), default=0)


def tree_of(stacks: Mapping[tuple[str, ...], int]) -> Node:
    root = Node()
    for stack, count in stacks.items():
        node = root
        node.count += count
        for name in stack:
            node = node.below.setdefault(name, Node())
            node.count += count
    return root


def draw(stacks: Mapping[tuple[str, ...], int], title: str) -> str:
    """Return a picture of the stacks."""
    root = tree_of(stacks)
    height = ROW * (root.depth + 2)
    boxes: list[str] = []
    _draw(root, 0.0, WIDTH / max(1, root.count), 2, root.count, boxes)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height}"'
            ' font-family="monospace" font-size="11">',
            f'<rect width="{WIDTH:.0f}" height="{height}" fill="#fff"/>',
            f'<text x="4" y="{ROW - 3}">{escape(title)}</text>',
            *boxes,
            "</svg>\n",
        ]
    )


def _draw(node: Node, x: float, scale: float, row: int, whole: int, boxes: list[str]) -> None:
    for name, below in sorted(node.below.items()):
        width = below.count * scale
        if width >= NARROWEST:
            label = name.rpartition(":")[2]
            letters = int((width - 4) / LETTER)
            share = 100 * below.count / whole
            y = row * ROW
            boxes.append(
                f"<g><title>{escape(name)} {share:.1f} % ({below.count})</title>"
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 1}"'
                f' fill="{colour_of(name)}"/>'
                + (
                    f'<text x="{x + 2:.1f}" y="{y + ROW - 5}">{escape(label[:letters])}</text>'
                    if letters > 2
                    else ""
                )
                + "</g>"
            )
            _draw(below, x, scale, row + 1, whole, boxes)
        x += width


def colour_of(name: str) -> str:
    """Return the colour of a function: the hue of its package, another shade for each module."""
    package, module = name.partition("/")[0], name.partition(":")[0]
    shade = hashlib.sha256(module.encode()).digest()[0] / 255
    if package not in COLOURS:
        return f"hsl(0 0% {80 + 12 * shade:.0f}%)"
    low, high = COLOURS[package]
    return f"hsl({low + (high - low) * shade:.0f} 80% 72%)"
