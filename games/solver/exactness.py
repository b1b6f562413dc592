"""Which values are exact: known without compiled code, which takes a second to load."""

from games.rules import Variant


def is_exact(variant: Variant) -> bool:
    """Whether the values of this variant are exact; those of Triple Yahtzee are estimates."""
    return len(variant.columns) == 1
