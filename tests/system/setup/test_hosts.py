"""Which hosts a site answers: its own, and by default the addresses of a home network."""

import pytest
from django.http.request import split_domain_port, validate_host

from yachtsite.environment import PrivateAddresses

HOSTS = ["localhost", PrivateAddresses("private addresses")]


@pytest.mark.parametrize(
    ("host", "is_allowed"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.5:8000", True),
        ("10.0.0.7", True),
        ("172.20.3.4:80", True),
        ("[fd00::12]:8000", True),
        ("[::1]", True),
        ("169.254.10.1", True),
        # Public addresses, and names that may point to private ones.
        ("8.8.8.8", False),
        ("[2001:4860:4860::8888]:8000", False),
        ("192.168.1.5.example.org", False),
        ("evil.example.org:8000", False),
        ("0.0.0.0:8000", False),
        ("0x7f000001", False),
        ("2130706433", False),
        ("10.1", False),
        ("", False),
        ("private addresses", False),
    ],
)
def test_it_answers_private_addresses_but_no_names(host: str, is_allowed: bool) -> None:
    domain, _ = split_domain_port(host)
    assert (bool(domain) and validate_host(domain, HOSTS)) is is_allowed
