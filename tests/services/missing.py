"""What to say when this machine lacks a service or a browser."""


class Missing(Exception):
    """A service that a test needs is not on this machine.

    `service` is its name for people, `remedy` the sentence that says how to get it. In a test or a
    fixture it becomes a skip that is listed at the end of the run, and a failure where CI is true.
    """

    def __init__(self, service: str, remedy: str) -> None:
        super().__init__(f"{service} is missing. {remedy}")
        self.service = service
        self.remedy = remedy
