"""Why a backup or a restore is not possible."""


class BackupError(Exception):
    """The database or the file cannot be copied. The text tells the operator why."""
