"""The web server of `manage.py serve`: Daphne with limits, a drain, and start and stop hooks.

Import `lifespan` to register hooks. Only the command may import `server` and `websocket`, because
importing them installs the reactor.
"""
