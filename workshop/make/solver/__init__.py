"""Simulate whole games with the values of the solver."""
