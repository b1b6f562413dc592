"""How dates look in Polish; the rest is Django's."""

SHORT_DATE_FORMAT = "j.m.Y"
SHORT_DATETIME_FORMAT = "j.m.Y, H:i"
DATETIME_FORMAT = "j.m.Y, H:i:s"
