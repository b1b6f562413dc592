"""Check that the packages that only development tools need are installed."""

from importlib.util import find_spec

from django.core.management.base import CommandError


def require_packages(*names: str) -> None:
    """Raise CommandError, with the remedy, if a package is not installed."""
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise CommandError(
            f"This command needs {' and '.join(missing)}. Install the development packages:"
            " script/setup --dev"
        )
