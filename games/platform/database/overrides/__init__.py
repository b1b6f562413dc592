"""Where the database's tools rely on private names of Django: one module a subject.

`tests/test_private_names.py` checks these names in the installed versions.
"""
