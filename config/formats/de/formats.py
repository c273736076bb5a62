"""German: a dot after the day. Django knows the rest."""

LONG_DATE_FORMAT = "l, j. F Y"
LONG_DATETIME_FORMAT = "l, j. F Y, H:i"
WEEKDAY_FORMAT = "l, j. F"
SHORT_WEEKDAY_TIME_FORMAT = "D, j. F, H:i"
