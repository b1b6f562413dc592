"""Commands to run and check the site. Those for development are in games.bench."""
