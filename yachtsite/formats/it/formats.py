"""How dates look in Italian, where months are small; the rest is Django's."""

DATE_FORMAT = "j b Y"
MONTH_DAY_FORMAT = "j b"
YEAR_MONTH_FORMAT = "b Y"
