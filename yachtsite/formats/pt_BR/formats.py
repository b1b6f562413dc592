"""How dates look in Brazilian Portuguese, where months are small; the rest is Django's."""

DATE_FORMAT = r"j \d\e b \d\e Y"
MONTH_DAY_FORMAT = r"j \d\e b"
YEAR_MONTH_FORMAT = r"b \d\e Y"
