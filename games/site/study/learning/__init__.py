"""Learning to play: what each box scores, shown with dice, and the first game with its coach.

Points always come from `games.core.rules`; this package only chooses the dice and the words.
"""
