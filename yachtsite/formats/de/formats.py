"""How dates look in German; the rest is Django's."""

DATE_FORMAT = "j. M Y"
SHORT_DATE_FORMAT = "j.n.Y"
MONTH_DAY_FORMAT = "j. M"
DATETIME_FORMAT = "j. M Y, H:i"
SHORT_DATETIME_FORMAT = "j. M, H:i"
TIME_FORMAT = "H:i"
