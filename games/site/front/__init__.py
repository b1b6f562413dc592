"""The ways in: home, table, screens, links, the API, the app."""
