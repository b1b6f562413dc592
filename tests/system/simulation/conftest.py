"""What the simulations need: the database of this thread, and the seeds to simulate."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

BLOCK = 10
"""So many seeds are one test."""


@pytest.fixture(autouse=True)
def database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let simulations use the connection of this thread, on a database in memory."""
    with django_db_blocker.unblock():
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give tests with `seeds` those of their file, SEEDS, or the one of the command line."""
    if "seeds" in metafunc.fixturenames:
        seeds, named = metafunc.module.SEEDS, metafunc.config.getoption("simulated_seed")
        blocks = [seeds[first : first + BLOCK] for first in range(0, len(seeds), BLOCK)]
        metafunc.parametrize("seeds", blocks if named is None else [[named]], ids=str)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """If the command line names a seed, simulate it once, and run nothing else."""
    if config.getoption("simulated_seed") is None:
        return
    wanted = [item for item in items if "seeds" in getattr(item, "fixturenames", ())][:1]
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = wanted
