"""Filters for the log."""

import logging


class NoTraceback(logging.Filter):
    """Removes the traceback of records whose message is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback; keep the record."""
        record.exc_info = record.exc_text = None
        return True
