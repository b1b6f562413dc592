"""Finds links, mail addresses, phone numbers and names on other services in a text. Pure.

`finder` decides; `reading` undoes disguises; `hosts`, `handles` and `numbers` each know one kind.
"""
