"""The worker's nightly backups."""

import logging
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from games.assembly.backup.nightly import back_up_nightly
from games.assembly.backup.private_file import BackupError
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job

logger = logging.getLogger(__name__)

# Its own: a copy of a large database takes minutes, and moves must not wait for a thread.
THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="backup")


async def sweep_backups() -> int:
    """Make the night's backup, if it is due."""
    if not settings.BACKUP_DIR:
        return 0
    try:
        return await in_database(lambda: int(back_up_nightly(utc_now())), THREAD)
    except BackupError as error:
        # What to do is in its text; the next try is in ten minutes.
        logger.error("No backup was made: %s", error)
        return 0


JOBS = [Job(name="backup", run=sweep_backups, every=600.0, lane="backup")]
