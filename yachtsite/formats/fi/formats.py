"""How dates look in Finnish; the rest is Django's."""

MONTH_DAY_FORMAT = "j. E"
