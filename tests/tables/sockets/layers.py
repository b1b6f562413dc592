"""A channel layer that is away."""


class DeadLayer:
    """A layer that fails, like a Redis that does not answer."""

    async def new_channel(self, prefix: str) -> str:
        """Fail."""
        raise ConnectionError("nobody listens there")

    receive = group_add = group_discard = group_send = send = new_channel
