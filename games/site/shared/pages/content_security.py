"""The Content-Security-Policy of pages."""

from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase, HttpResponseNotModified


class ContentSecurityMiddleware(CSPMiddleware):
    """Sends the policy with every response except 304: a browser that keeps its page must keep the
    page's policy, too, because it contains the page's nonce.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if isinstance(response, HttpResponseNotModified):
            return response
        return super().process_response(request, response)
