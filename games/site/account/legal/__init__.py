"""Pages of the law: privacy, the operator's own texts, and security.txt.

`stored`: what the site stores, and for how long; a test compares it with the tables, cookies and
scripts. `texts`: the operator's files.
"""
