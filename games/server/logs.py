"""Filters for the log."""

import logging

from django.core.exceptions import PermissionDenied


class NoTraceback(logging.Filter):
    """Removes the traceback of records whose message is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback; keep the record."""
        record.exc_info = record.exc_text = None
        return True


class NoTracebackOfRefusals(logging.Filter):
    """Removes the traceback of requests that were refused with PermissionDenied."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback of a refusal; keep the record."""
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = record.exc_text = None
        return True
