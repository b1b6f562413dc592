"""Development tools: load tests, chaos, simulations, demo data, training and measuring commands."""
