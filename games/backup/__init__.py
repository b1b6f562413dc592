"""Copies of the whole database in one file, and the way back, for SQLite and PostgreSQL.

The site may run during a backup; it must be stopped for a restore.
"""

from games.backup.copying import back_up, has_games, missing_migrations, restore
from games.backup.errors import BackupError

__all__ = ["BackupError", "back_up", "has_games", "missing_migrations", "restore"]
