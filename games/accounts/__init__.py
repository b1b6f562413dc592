"""Players as accounts: names, guests, bot accounts, password hashing and leaver penalties."""
