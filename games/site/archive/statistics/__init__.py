"""How good somebody is: what perfect play scores, how soon skill shows, and the bots.

`figures` only reads data.
"""
