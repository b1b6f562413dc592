"""Which language is the heaviest: tests with a browser measure only that one and English."""

import brotli
from django.conf import settings

from games.platform.bundling import all_texts
from tests.system.e2e.test_first_visit import LONGEST, MOST_BYTES

NEAR = MOST_BYTES // 200
"""Bytes that do not matter here: the measurement has more room than that."""


def test_no_language_has_longer_texts_for_scripts() -> None:
    codes = {code for code, _ in settings.LANGUAGES} - {"en", "en-xa"}
    sizes = {code: len(brotli.compress(all_texts(code).encode(), quality=5)) for code in codes}
    assert max(sizes.values()) <= sizes[LONGEST] + NEAR, sizes
