"""What is left out of the log."""

import logging


class NoTraceback(logging.Filter):
    """Takes the traceback off: the line itself says all there is."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the record pass."""
        record.exc_info = record.exc_text = None
        return True
