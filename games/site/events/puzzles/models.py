"""Puzzles: positions in which players chose wrong, and the answers of players."""

from django.db import models

from games.people.accounts.models import User


class Puzzle(models.Model):
    """A position in which somebody chose wrong, and what each choice in it loses."""

    privacy_group = "games"

    code = models.CharField(max_length=12, unique=True, help_text="Follows from the position.")
    variant = models.CharField(max_length=20, help_text="The id, without switches.")
    theme = models.CharField(max_length=16)
    position = models.CharField(max_length=200, help_text="In the one-line text form.")
    losses = models.JSONField(
        help_text="Of each choice, in hundredths of a point, in the order of the puzzle's choices."
    )
    value = models.FloatField(help_text="Points still to come after the best choice.")
    source = models.CharField(max_length=8, help_text="games, dailies or bots")
    missed = models.PositiveIntegerField(default=1, help_text="How many players chose wrong.")
    given_up = models.FloatField(help_text="Points that the first of them gave up.")
    mu = models.FloatField(help_text="How hard it is, on the scale of the players.")
    sigma = models.FloatField(help_text="The standard deviation of that estimate.")
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=["variant", "mu", "id"], name="puzzle_by_rating"),
            models.Index(fields=["variant", "theme", "mu", "id"], name="puzzle_by_theme"),
        )

    def __str__(self) -> str:
        return f"{self.variant} {self.theme} {self.code}"


class PuzzleSource(models.Model):
    """How far one kind of rows has been read for puzzles."""

    privacy_group = "games"

    name = models.CharField(max_length=8, unique=True)
    last = models.BigIntegerField(default=0, help_text="The id of the last row that was read.")

    def __str__(self) -> str:
        return f"{self.name}: {self.last}"


class PuzzleRecord(models.Model):
    """What a player, guest or account, has done with puzzles."""

    privacy_group = "games"

    player = models.OneToOneField(User, models.CASCADE, related_name="puzzle_record")
    mu = models.FloatField()
    sigma = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    run = models.PositiveIntegerField(default=0, help_text="Solved in a row in the streak.")
    best_run = models.PositiveIntegerField(default=0)
    next_code = models.CharField(
        max_length=12, default="", help_text="The streak's puzzle that is to be answered."
    )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.solved} of {self.tries}"


class PuzzleAnswer(models.Model):
    """A player's first answer to a puzzle. Outlives the puzzle, which may be collected again."""

    privacy_group = "games"

    # Not indexed: the unique constraint begins with the player.
    player = models.ForeignKey(User, models.CASCADE, "puzzle_answers", db_index=False)
    code = models.CharField(max_length=12, help_text="The puzzle's code.")
    right = models.BooleanField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "code"], name="puzzle_answer_once"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.code}"
