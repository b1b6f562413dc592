"""The icons of the installed site."""

import struct
import zlib

import pytest

from workshop.make.programs import icons


def test_they_are_drawn_from_the_icon_as_it_is() -> None:
    drawn_from = (icons.FOLDER / "drawn-from.txt").read_text().strip()
    assert drawn_from == icons.fingerprint(), "run script/make icons, and commit what it writes"
    names = {path.stem for path in icons.FOLDER.glob("*.png")}
    assert names == {icon.name for icon in icons.icons()}


@pytest.mark.parametrize("icon", icons.icons(), ids=lambda icon: icon.name)
def test_it_is_a_png_of_its_size(icon: icons.Icon) -> None:
    data = (icons.FOLDER / f"{icon.name}.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    assert (width, height) == (icon.side, icon.side)
    assert icon.name.endswith(f"-{icon.side}")
    channels = {2: 3, 6: 4}[colours]
    assert len(zlib.decompress(pixels(data))) == height * (1 + width * channels * depth // 8)


def pixels(data: bytes) -> bytes:
    """Return the compressed pixels of a PNG: its chunks IDAT."""
    found, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert zlib.crc32(kind + body) == checksum
        found += body if kind == b"IDAT" else b""
        at += 12 + length
    return found
