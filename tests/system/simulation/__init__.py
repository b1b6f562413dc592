"""A deterministic simulation: several processes of the site in one Python process.

FoundationDB and TigerBeetle test their databases in this way. Time is virtual, and a seed decides
everything: which process runs next, how long a message or a query takes, what is lost, who crashes,
what players do. So one number reproduces a failure exactly, on any machine. docs/development.md
says what is real here and what is not.
"""
