"""Backup and restore of the whole database as one file, for SQLite and PostgreSQL, and the move
from SQLite to PostgreSQL.

The site may run during a backup. It must be stopped for a restore or a move.
"""

from games.assembly.backup.copying import back_up, has_games, missing_migrations, restore
from games.assembly.backup.moving import Target, move
from games.assembly.backup.private_file import BackupError

__all__ = [
    "BackupError",
    "Target",
    "back_up",
    "has_games",
    "missing_migrations",
    "move",
    "restore",
]
