"""Errors of the rules. Each mistake has its own class and code.

The texts of InvalidPosition and IllegalBox reach players: they are marked for translation by their
class.
"""

from games.core.refusal import Refusal


class RulesError(Refusal, ValueError):
    """Base of all errors of the rules. Each class has its own `code`."""

    code = "rules_error"

    def __init__(self, text: str, /, **values: object) -> None:
        super().__init__(self.code, text, **values)


class InvalidDice(RulesError):
    """Not a list or tuple, the wrong number of dice, or a face that the dice do not have."""

    code = "invalid_dice"


class UnknownCategory(RulesError):
    """The scorecard has no such category, or no such column."""

    code = "unknown_category"


class UnknownVariant(RulesError):
    """There is no variant with this id."""

    code = "unknown_variant"


class UnknownSwitch(RulesError):
    """The variant has no such switch, or the switch has no such value."""

    code = "unknown_switch"


class InvalidRules(UnknownVariant):
    """The text of rules is malformed, contradicts itself, or has words of another version."""

    code = "invalid_rules"


class InvalidPosition(RulesError):
    """The text of a position is malformed, or no game can reach it."""

    code = "invalid_position"


class IllegalBox(RulesError):
    """The box exists but may not be filled: `box_filled` or `box_not_allowed` (joker rule)."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        super().__init__(text)
