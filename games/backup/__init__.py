"""Copies of the whole database in one file, and the way back, for SQLite and PostgreSQL; and the
way from SQLite to PostgreSQL.

The site may run during a backup; it must be stopped for a restore and a move.
"""

from games.backup.copying import back_up, has_games, missing_migrations, restore
from games.backup.errors import BackupError
from games.backup.moving import Target, move

__all__ = [
    "BackupError",
    "Target",
    "back_up",
    "has_games",
    "missing_migrations",
    "move",
    "restore",
]
