"""Background jobs: deadlines, pairing, results, analyses and cleanup."""
