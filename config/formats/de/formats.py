"""German: a dot after the day, and a comma before the time. Django knows the rest."""

DATETIME_FORMAT = "j. F Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
SHORT_MONTH_DAY_FORMAT = "j. M"
LONG_DATE_FORMAT = "l, j. F Y"
LONG_DATETIME_FORMAT = "l, j. F Y, H:i"
WEEKDAY_FORMAT = "l, j. F"
SHORT_WEEKDAY_TIME_FORMAT = "D, j. F, H:i"
