"""Settings, URLs and the ASGI entry point of the site."""

__version__ = "1.1.0"
"""The release, as in pyproject.toml and CHANGELOG.md."""
