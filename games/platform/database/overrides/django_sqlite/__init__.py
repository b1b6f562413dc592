"""Django's SQLite backend, with writers that take turns: the ENGINE of the site's database."""
