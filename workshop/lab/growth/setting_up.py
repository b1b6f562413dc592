"""Prepare a child process that plays games. Imports no models, because it runs before Django."""

import os

import django


def set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    django.setup()
