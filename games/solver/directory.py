"""Where the solver keeps its tables on disk."""

from pathlib import Path

_directory: Path | None = None


def configure(directory: Path | str | None) -> None:
    """Say where tables are kept on disk; None, the default, keeps them in memory only."""
    global _directory  # noqa: PLW0603 - one directory for the whole process
    _directory = Path(directory) if directory is not None else None


def file_of(name: str) -> Path | None:
    """Return the file of this name there, None if none are kept."""
    return None if _directory is None else _directory / name
