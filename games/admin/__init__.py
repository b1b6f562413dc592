"""The admin site. Django finds it here."""

from games.admin import site as site
