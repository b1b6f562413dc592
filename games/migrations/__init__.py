"""The migrations of all tables, which Django finds here. Tested in tests/system/migrations."""
