"""Appointments: tables and arenas with a date, for a circle or by link.

- `planning`: make, change, call off; limits. `access`: who sees one. `answers`: who comes
- `opening`: the worker opens what is due. `repeating`: the date a week later
- `news`: what people are told. `calendar_file`: the file for calendars (RFC 5545)
- `lists`: of a circle and of a player
"""
