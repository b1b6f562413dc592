"""Previews of pages, as chat apps show them: what they say, and a picture that the server draws.

`contents` are what a picture shows, each feature's own `preview` reads them, `drawing` draws them.
"""
