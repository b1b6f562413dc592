"""Tells players what happens while they are not at the table, by browser notifications and mail.

docs/browser.md explains who is told what, and how. The worker does the work.
"""
