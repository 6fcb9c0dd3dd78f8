"""Dates as they are written in Russian, without the word for year that Django adds: it ends in a stop of its own."""

DATE_FORMAT = "j E Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j E Y, H:i"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
MONTH_DAY_FORMAT = "j E"
YEAR_MONTH_FORMAT = "F Y"
