"""Access to the database: `threads` for async code, `prepared` and `bulk` for statements that must
be fast, `outages`, time limits, random codes. `overrides`: private names of Django.
"""
