"""Development tools: load tests, chaos, fuzzing, simulations, demo data, training, measurements.

Nothing that serves the site imports this package. Load test and chaos need the packages of the
dependency group `bench`; everything else runs with those of the server.
"""
