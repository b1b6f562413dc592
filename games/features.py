"""The features of the site, and the packages that have jobs for the worker."""

FEATURES = (
    "home",
    "table",
    "learning",
    "history",
    "analysis",
    "daily",
    "puzzles",
    "tournaments",
    "profiles",
    "membership",
    "notifications",
    "leaderboards",
    "community",
    "statistics",
    "sharing",
    "fairness",
    "app",
    "api",
    "styleguide",
)
"""Each is a package with its pages, and whatever else it consists of."""

WITH_JOBS = (
    "live",
    "log",
    "fairness",
    "rooms",
    "ratings",
    "matchmaking",
    "foresight",
    "puzzles",
    "daily",
    "analysis",
    "home",
    "tournaments",
    "notifications",
    "membership",
)
"""Their jobs are in their module `jobs`. Those of one lane run in this order."""
