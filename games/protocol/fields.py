"""Types of fields that only commands have. Those of games are in `games.engine.fields`."""

from typing import Annotated

import msgspec

MAX_CHAT = 200

# In Python "$" also matches before a final line end, which must be refused; JSON Schema lacks "\Z".
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]
SealText = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
SaltText = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
Seed = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,32}$(?!\n)")]
