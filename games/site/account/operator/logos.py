"""Logos: read as what they say they are, within limits, and drawn again as a small square PNG.

Nothing of the sent file reaches a browser. The bytes are few, the kinds are two, and the size is
looked at before a pixel is decoded, so that a small file cannot become a large picture.
"""

import hashlib
import io
import warnings

from PIL import Image, UnidentifiedImageError

from games.platform.site_settings.current import LOGO_SIDE

MOST_BYTES = 40_000
"""Browsers shrink larger pictures first (static/js/operator/main.js); a page takes 64 KB in all."""
MOST_SIDE = 2048
KINDS = ("PNG", "WEBP")


class NoLogo(ValueError):
    """This is no picture that can be a logo."""


def logo_of(data: bytes) -> bytes:
    """Return the picture as a square PNG, with room at its sides if need be. Raises NoLogo."""
    if len(data) > MOST_BYTES:
        raise NoLogo("too many bytes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=KINDS) as opened:
                if max(opened.size) > MOST_SIDE or min(opened.size) < 1:
                    raise NoLogo("too large")
                # Only the first picture of a film, without its text and profiles.
                picture = opened.convert("RGBA")
    except (
        UnidentifiedImageError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
        OSError,
        SyntaxError,
        ValueError,
    ) as error:
        raise NoLogo(str(error)) from error
    picture.thumbnail((LOGO_SIDE, LOGO_SIDE), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (LOGO_SIDE, LOGO_SIDE))
    left, top = (LOGO_SIDE - picture.width) // 2, (LOGO_SIDE - picture.height) // 2
    square.paste(picture, (left, top))
    found = io.BytesIO()
    square.save(found, "PNG", optimize=True)
    return found.getvalue()


def digest_of(logo: bytes) -> str:
    """Return the name of a logo in its address."""
    return hashlib.sha256(logo).hexdigest()[:32]
