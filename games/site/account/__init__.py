"""Accounts, their safety, and who looks after them."""
