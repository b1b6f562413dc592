"""The folder of the solver's tables."""

from pathlib import Path

_directory: Path | None = None


def configure(directory: Path | str | None) -> None:
    """Set the folder for tables. With None, the default, they stay in memory."""
    global _directory  # noqa: PLW0603 - one directory for the whole process
    _directory = Path(directory) if directory is not None else None


def file_of(name: str) -> Path | None:
    """Return the path of a file in that folder, None without a folder."""
    return None if _directory is None else _directory / name
