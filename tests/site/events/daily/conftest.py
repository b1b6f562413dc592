"""Dailies that count for everybody."""

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture(autouse=True)
def _no_rated_games_needed(settings: Settings) -> None:
    settings.SAME_DICE_RATED_GAMES = 0
