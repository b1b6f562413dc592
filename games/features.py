"""The features of the site, each a package with its pages, and whatever else it consists of."""

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
    "statistics",
    "sharing",
    "fairness",
    "app",
    "api",
    "styleguide",
)
