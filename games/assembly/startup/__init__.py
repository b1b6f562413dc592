"""What happens before a site starts: look whether it can, keep a second server out, and bring the
database, the keys and the static files to this release.
"""

from games.assembly.startup.looking import NotStartable
from games.assembly.startup.preparing import NEW_KEYS, prepared

__all__ = ["NEW_KEYS", "NotStartable", "prepared"]
