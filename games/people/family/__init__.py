"""The family lock as tables need it: the lock on a `device`, and `masking` of what others write.

The pages that turn the lock on are in `site/account/family`. Tested in tests/site/account/family.
"""
