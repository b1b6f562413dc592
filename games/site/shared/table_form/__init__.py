"""The form for a table: for the home page, challenges and tournaments, too.

Its tests are in tests/site/front/table.
"""
