"""Computed figures of perfect play, and published ones to compare with.

Import `figures` and `sources`; both only read data.
"""
