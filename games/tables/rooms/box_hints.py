"""What a box scores, in a few words of the reader's language."""

import re

from django.utils.translation import gettext

FIRST_ROLL = re.compile(r"; (\d+) more in the first roll$")


def hint_words(hint: str) -> str:
    """Return a box's hint, which the rules have in English. It may end with what the first roll
    brings.
    """
    found = FIRST_ROLL.search(hint)
    if found is None:
        return gettext(hint)
    return gettext("%(hint)s; %(points)s more in the first roll") % {
        "hint": gettext(hint[: found.start()]),
        "points": found[1],
    }
