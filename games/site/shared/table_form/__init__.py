"""The form for a table: for the home page, challenges and tournaments, too."""
