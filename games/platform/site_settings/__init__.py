"""What the operator has chosen for the whole site in the browser: name, logo, language, who may
come, mail, legal texts.

- `models`: the one row
- `current`: what holds now, in every process within five seconds; the environment wins
- `mail`: how mail is sent, and from whom
- `site_tags`: name and logo in templates
"""
