"""The pages of signing in, the account and its settings, one module for each."""
