"""What the site has browsers promise about HTTPS, by the operator's settings."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

PROGRAM = """
import django
django.setup()
from django.test import Client
answer = Client().get("/healthz", secure=True, headers={"host": "localhost"})
print(answer.headers.get("Strict-Transport-Security"))
"""


@pytest.mark.parametrize(
    ("environment", "header"),
    [
        ({}, "None"),
        ({"HTTPS": "1"}, "max-age=31536000"),
        ({"HTTPS": "1", "HSTS": "subdomains"}, "max-age=31536000; includeSubDomains"),
        (
            {"HTTPS": "1", "HSTS": "subdomains,preload", "HSTS_SECONDS": "63072000"},
            "max-age=63072000; includeSubDomains; preload",
        ),
        ({"HTTPS": "1", "HSTS_SECONDS": "60"}, "max-age=60"),
        ({"HSTS": "subdomains", "HSTS_SECONDS": "60"}, "None"),
    ],
)
def test_it_promises_no_more_than_told_to(environment: dict[str, str], header: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "yachtsite.settings", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == header
