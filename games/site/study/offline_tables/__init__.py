"""Tables of perfect play for bots in the browser, without a network: their files and address.

`values` says what there is for a game, `jobs` makes the files from tables that are solved.
"""
