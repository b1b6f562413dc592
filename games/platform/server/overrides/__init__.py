"""Where the server relies on private names of Daphne, Twisted and autobahn: one module a subject.

`tests/test_private_names.py` checks these names in the installed versions.
"""
