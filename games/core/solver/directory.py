"""The folders of the solver's tables."""

from pathlib import Path

_directory: Path | None = None
_made_before: Path | None = None


def configure(directory: Path | str | None, made_before: Path | str | None = None) -> None:
    """Set the folder for tables. With None, the default, they stay in memory.

    `made_before`: a folder with tables that an image brings. It is only read.
    """
    global _directory, _made_before  # noqa: PLW0603 - one directory for the whole process
    _directory = Path(directory) if directory is not None else None
    _made_before = Path(made_before) if made_before else None


def file_of(name: str) -> Path | None:
    """Return the path of a file: in the image if it is there, else in the folder, None without."""
    if _made_before is not None and (_made_before / name).is_file():
        return _made_before / name
    return None if _directory is None else _directory / name
