"""The HTTP API, version 1: its list of endpoints, its documents, its page (docs/api.md).

Each feature answers for itself in its `api.py`; `games/site/shared/answers` has what they share.
"""
