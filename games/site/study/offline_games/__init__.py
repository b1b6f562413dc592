"""Games without a network: whole games in the browser, with its own dice, and what it takes along
for them. Their cards are those of real dice.
"""
