"""The positions of the faces to keep."""

from games.core.rules.scoring import held_positions


def test_it_holds_the_first_dice_that_show_the_faces() -> None:
    assert held_positions((5, 3, 1, 3, 3), (3, 3, 5)) == (0, 1, 3)
    assert held_positions((5, 3, 1, 3, 3), ()) == ()
