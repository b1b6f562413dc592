"""Players as accounts: guests, accounts, bots.

`players` creates and changes them. `names` says which names are valid and taken, with `folding` and
`lookalikes` (names that count as the same), `reserved_names`, `word_lists` and `contact_details`
(what a name must not have). `sessions`: who is signed in where. `preferences`: their settings.
`site_rules`: what the operator allows.
"""
