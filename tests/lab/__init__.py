"""Tools that measure or break the site. None of them is installed with it."""
