"""Exact tables for house rules, computed on first use: `requests` asks for one and tells whether it
is there. Imports nothing.
"""
