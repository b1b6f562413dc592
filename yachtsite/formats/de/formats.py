"""How dates look in German; the rest is Django's."""

DATE_FORMAT = "j. F Y"
SHORT_DATE_FORMAT = "d.m.Y"
MONTH_DAY_FORMAT = "j. F"
DATETIME_FORMAT = "d.m.Y, H:i:s"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
TIME_FORMAT = "H:i"
