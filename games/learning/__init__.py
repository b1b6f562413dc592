"""Learning to play: what each box scores, shown with dice, and the first game with its coach.

Points always come from `games.rules`; this package only chooses the dice and the words.
"""
