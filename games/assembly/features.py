"""The features of the site. This list is the only place outside a feature's folder that names it.

Each is a package with all its code. What others use of it is in modules of these names, all
optional (`games/platform/parts.py`):

- `models`: its tables
- `urls`, with its `views`: its pages
- `api`: `ENDPOINTS`, what the HTTP API answers about it (`games/site/shared/answers/endpoint.py`)
- `jobs`: `JOBS`, its work in the background (`games/platform/jobs/job.py`)
- `admin`: what staff see of its tables (`games/platform/admin/checked.py`)
- `personal`: `PERSONAL`, what it stores about a player: to export, merge, forget
  (`games/people/accounts/personal_data.py`)
- `preview`: `PREVIEWS`, the pictures of its pages in apps that show a link
  (`games/site/shared/sharing/head.py`)
- `commands`: the commands of its sockets

All parts of one kind are used in the order of this list.
"""

from games.platform import parts

FEATURES = (
    # First who sits where, in the order in which rows are locked: docs/data.md#locks.
    "games.site.events.tournaments",
    "games.tables.matchmaking",
    "games.tables.rooms",
    "games.tables.live",
    "games.site.front.home",
    "games.site.front.table",
    "games.site.front.screen",
    # Before `learning`: its pages are under /rules/, too.
    "games.site.study.house_rules",
    "games.site.study.real_dice",
    "games.site.study.offline_games",
    "games.site.study.offline_tables",
    "games.site.study.learning",
    "games.site.archive.history",
    "games.site.study.analysis",
    "games.site.study.foresight",
    "games.site.events.daily",
    "games.site.events.cards",
    "games.site.events.puzzles",
    "games.site.events.appointments",
    "games.site.front.circles",
    "games.site.archive.profiles",
    "games.site.account.membership",
    "games.site.account.factors",
    # Before `notifications` and `conduct`: it asks whether a deleted account was closed.
    "games.site.account.providers",
    "games.site.account.desk",
    "games.site.account.legal",
    "games.site.account.operator",
    "games.site.account.family",
    "games.site.account.notifications",
    "games.site.archive.leaderboards",
    "games.site.archive.community",
    "games.site.archive.proof",
    "games.site.archive.statistics",
    "games.site.shared.sharing",
    "games.site.front.app",
    "games.site.front.api",
    # After `analysis` and `foresight`, which ask whose scorecards they are.
    "games.record.log",
    "games.record.ratings",
    "games.record.fairness",
    "games.record.reveals",
    "games.record.audit",
    "games.record.solving",
    "games.people.circles",
    "games.people.conduct",
    "games.people.accounts",
    "games.site.shared.pages",
    "games.platform.site_settings",
    "games.assembly.backup",
)

parts.give(FEATURES)
