"""Who may do what to whom: the one table of authority. Pure.

`records`: who acts, and what is known about what they act on. `answers`: the table itself. The
records are built by one function for each kind of object, beside its model. docs/moderation.md has
the same table in words.
"""
