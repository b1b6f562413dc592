"""The features of the site, and the packages that have jobs for the worker."""

FEATURES = (
    "home",
    "table",
    "house_rules",
    "learning",
    "history",
    "analysis",
    "daily",
    "puzzles",
    "tournaments",
    "profiles",
    "membership",
    "factors",
    "desk",
    "legal",
    "family",
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
"""Each feature is a package with its pages and all its other code."""

WITH_JOBS = (
    "live",
    "log",
    "fairness",
    "solving",
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
    "desk",
)
"""These packages have a module `jobs`. Jobs of one lane run in this order."""
