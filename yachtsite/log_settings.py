"""What is logged, and how: the settings of Python's logging."""

import logging
from typing import Any

from django.core.exceptions import ImproperlyConfigured

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def logging_of(log_format: str, level: str) -> dict[str, Any]:
    """Return the settings for a format, "text" or "json", and a level, such as WARNING.

    Raises ImproperlyConfigured for another level.
    """
    if level not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured(f"LOG_LEVEL is {level!r}: it is one of {', '.join(LEVELS)}.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {
                "()": "games.platform.server.logs.LineFormatter",
                "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
            },
            "json": {"()": "games.platform.server.logs.JsonFormatter"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "json" if log_format == "json" else "text",
            }
        },
        # Scanners send wrong host names, forms and queries: one line for each, without a traceback.
        "loggers": {
            f"django.security.{refusal}": {"filters": ["no_traceback"]}
            for refusal in (
                *("DisallowedHost", "RequestDataTooBig", "SuspiciousMultipartForm"),
                *(
                    "TooManyFieldsSent",
                    "TooManyFilesSent",
                    "DisallowedRedirect",
                    "SuspiciousOperation",
                ),
                *("DisallowedModelAdminLookup", "DisallowedModelAdminToField"),
            )
        }
        | {
            "django.request": {"filters": ["no_traceback_of_refusals"]},
            "channels_redis.pubsub": {"filters": ["one_of_many"]},
            # With DEBUG=1, Django would log each SQL statement, with secrets and seeds in it.
            "django.db.backends": {"level": "INFO"},
        },
        "filters": {
            "one_of_many": {"()": "games.platform.server.logs.OneOfMany"},
            "no_traceback": {"()": "games.platform.server.logs.NoTraceback"},
            "no_traceback_of_refusals": {"()": "games.platform.server.logs.NoTracebackOfRefusals"},
        },
        "root": {"handlers": ["console"], "level": level},
    }
