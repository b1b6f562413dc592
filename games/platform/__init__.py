"""What every site needs, whatever it serves: server, limits, database, jobs, languages."""
