"""Django's ASGI handler, with a page computed by one thread from the first middleware to the last.

Django loads the middleware of an ASGI site in its asynchronous mode. Ours is synchronous, as are
the views, so each page would go from its thread to the event loop and back six times. Every one of
these steps waits for the interpreter, and the loop has moves to do.

Relies on these undocumented names of Django 5.2:

    ASGIHandler.__init__()                 calls load_middleware(is_async=True)
    BaseHandler.load_middleware(is_async)  builds the chain of middleware
    BaseHandler.get_response(request)      runs a synchronous chain
    ASGIHandler.get_response_async(request)    is replaced
"""

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class ThreadedHandler(ASGIHandler):
    """Answers requests over HTTP."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware in its synchronous mode."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Run middleware and view in the thread of the request."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


def application() -> ThreadedHandler:
    """Set up Django, and return its application for HTTP."""
    django.setup(set_prefix=False)
    return ThreadedHandler()
