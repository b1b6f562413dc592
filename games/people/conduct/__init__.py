"""How people who do not know each other get along: contacts, family locks, sanctions.

`contact`: whom a player hears, and what they want of strangers. `sanctions`: what moderators, or
the site itself, have taken from a player for a time.
"""
