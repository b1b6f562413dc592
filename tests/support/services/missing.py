"""The exception for a service or a browser that this machine lacks."""


class Missing(Exception):
    """A service that a test needs is not on this machine.

    `service` is its name, `remedy` a sentence that says how to get it. In a test or a fixture, the
    test is skipped and listed at the end of the run; with CI=true it fails, unless the service is
    `optional`: not every system has it.
    """

    def __init__(self, service: str, remedy: str, *, optional: bool = False) -> None:
        super().__init__(f"{service} is missing. {remedy}")
        self.optional = optional
        self.service = service
        self.remedy = remedy
