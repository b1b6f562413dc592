"""The demonstration: bots that play while somebody looks at the home page and nobody else plays."""

from django.db import models

from games.models.rooms import Room


class Demonstration(models.Model):
    """The only row (`pk` 1): the room of the demonstration, and until when it is wanted."""

    room = models.OneToOneField(Room, models.SET_NULL, null=True, related_name="demonstration")
    wanted_until = models.DateTimeField(help_text="No game starts later.")

    def __str__(self) -> str:
        return f"wanted until {self.wanted_until}"
