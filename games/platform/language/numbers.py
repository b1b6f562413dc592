"""Numbers as the language of the page writes them."""

from django.template.defaultfilters import floatformat
from django.utils.formats import number_format
from django.utils.translation import pgettext


def in_percent(value: float | str, digits: int = 0) -> str:
    """Return percent (0 to 100) as text: "57%", in German "57 %" with a no-break space.

    `digits`: decimals of a number, rounded. A text has its decimals already ("0.5").
    """
    number = number_format(value) if isinstance(value, str) else floatformat(value, digits)
    return pgettext("percent", "%(number)s%%") % {"number": number}
