"""Players as accounts: names, guests, bot accounts, password hashing and leaver penalties.

Callers import the modules, one for each of these.
"""
