"""Filters for the log."""

import logging

from django.core.exceptions import BadRequest, PermissionDenied
from django.http.multipartparser import MultiPartParserError

REFUSALS = (BadRequest, MultiPartParserError, PermissionDenied)
"""What Django answers with 400 or 403. It logs a traceback for each."""


class NoTraceback(logging.Filter):
    """Removes the traceback of records whose message is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback; keep the record."""
        record.exc_info = record.exc_text = None
        return True


class NoTracebackOfRefusals(logging.Filter):
    """Removes the traceback of requests that were refused by one of REFUSALS."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback of a refusal; keep the record."""
        if record.exc_info and isinstance(record.exc_info[1], REFUSALS):
            record.exc_info = record.exc_text = None
        return True
