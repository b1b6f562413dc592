"""Learning to play: what each box scores, shown with dice, and the first game with its coach.

Points always come from `games.rules`; this package only chooses the dice and the words.
"""

from games.learning.boxes import BoxLesson, Example, box_lessons
from games.learning.first_game import has_played, open_first_game
from games.learning.further import FurtherLesson, further_lesson
from games.learning.turn import BonusPicture, TurnPictures, bonus_picture, turn_pictures

__all__ = [
    "BonusPicture",
    "BoxLesson",
    "Example",
    "FurtherLesson",
    "TurnPictures",
    "bonus_picture",
    "box_lessons",
    "further_lesson",
    "has_played",
    "open_first_game",
    "turn_pictures",
]
