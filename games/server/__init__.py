"""The web server of `manage.py serve`: Daphne with limits, a drain, and start and stop hooks.

Import `lifespan` to register hooks. `server` and `websocket` are for the command only: importing
them installs the reactor.
"""
