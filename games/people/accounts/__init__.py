"""Players as accounts: names, guests, bot accounts, password hashing and leaver penalties.

There is a module for each of these. Callers import the modules.
"""
