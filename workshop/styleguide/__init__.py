"""The style guide: every component in every state, for people to look at.

A site with DEBUG serves it at /styleguide/; no installation has it. Its template, script and style
sheet are with the site's.
"""
