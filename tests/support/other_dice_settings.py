"""The settings of a site that also offers the variants with other dice."""

from games.core.rules import VARIANTS
from tests.support.other_dice import FOUR_EIGHTS

VARIANTS[FOUR_EIGHTS.id] = FOUR_EIGHTS

from yachtsite.settings import *  # noqa: E402, F403 - the protocol takes its limits from VARIANTS
