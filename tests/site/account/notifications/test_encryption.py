"""Messages are encrypted for one browser: the example of RFC 8291, and round trips."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.site.account.notifications.web_push import (
    CURVE,
    MAX_MESSAGE_BYTES,
    encrypt,
    encrypt_with,
    from_text,
    point_of,
    to_text,
)
from tests.site.account.notifications.browser import PushBrowser


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), CURVE)


def test_it_encrypts_the_example_of_rfc_8291_appendix_a() -> None:
    own = private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    browser_key = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    assert to_text(point_of(own.public_key())) == (
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    )
    body = encrypt_with(
        b"When I grow up, I want to be a watermelon",
        from_text(browser_key),
        from_text("BTBZMqHH6r4Tts7J_aSIgg"),
        own,
        from_text("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("length", [0, 1, 1000, MAX_MESSAGE_BYTES])
def test_the_browser_reads_what_was_encrypted(length: int) -> None:
    browser = PushBrowser()
    message = b"x" * length
    body = encrypt(message, browser.point, browser.auth)
    assert len(body) <= 4096  # RFC 8030, section 7.2
    assert browser.decrypt(body) == message


def test_no_message_looks_like_another_one() -> None:
    browser = PushBrowser()
    bodies = {encrypt(b"Your turn", browser.point, browser.auth)[:86] for _ in range(20)}
    assert len(bodies) == 20


def test_it_refuses_what_is_too_long_and_what_is_no_key() -> None:
    browser = PushBrowser()
    with pytest.raises(ValueError, match="at most"):
        encrypt(b"x" * (MAX_MESSAGE_BYTES + 1), browser.point, browser.auth)
    for wrong in (b"", browser.point[:-1], b"\x04" + bytes(64)):
        with pytest.raises(ValueError, match=r"key|point|curve|Invalid"):
            encrypt(b"x", wrong, browser.auth)
