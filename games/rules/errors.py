"""What can be wrong with a request to the rules: each mistake has its own error and code."""


class RulesError(ValueError):
    """Base of all errors of the rules. `code` is a stable machine-readable word."""

    code = "rules_error"


class InvalidDice(RulesError):
    """Not a list or tuple of five whole numbers from 1 to 6."""

    code = "invalid_dice"


class UnknownCategory(RulesError):
    """The scorecard has no such category, or no such column."""

    code = "unknown_category"


class UnknownVariant(RulesError):
    """There is no variant of that id."""

    code = "unknown_variant"


class UnknownSwitch(RulesError):
    """The variant has no such switch, or the switch has no such value."""

    code = "unknown_switch"


class InvalidPosition(RulesError):
    """The one-line text of a position is malformed, or describes what cannot be."""

    code = "invalid_position"


class IllegalBox(RulesError):
    """The box exists but may not be filled: `box_filled` or `box_not_allowed` (joker rule)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
