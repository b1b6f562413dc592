"""The admin site. Django finds it here."""

from games.admin import players as players
from games.admin import site as site
