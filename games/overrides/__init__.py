"""Every place where the site relies on private names of a library: one module for each library.

`tests/overrides/test_private_names.py` checks these names in the installed versions.
"""
