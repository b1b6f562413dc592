"""The operator of the site in the browser: the first five minutes of an empty site, and settings.

- `first_link`: the link of the console; it works once, for an hour, while nobody works for the site
- `first_views`: its pages: an account, a second factor, and then staff
- `questions`, `forms`: the five questions, and what may be answered
- `settings_views`: their pages, for superusers, also later
- `logos`: reads, shrinks and draws the logo again
- `trying`: sends a test mail, and says in words what the mail server answered
"""
