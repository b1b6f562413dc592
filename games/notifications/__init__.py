"""Tell players who are not at the table: by notifications of their browsers, and by mail.

docs/browser.md explains who is told what, and how. The worker does the work.
"""
