"""The admin site. Django finds it here."""

from games.assembly.admin import players as players
from games.assembly.admin import site as site
