"""How the HTTP API answers: types that several features use, errors, and the way from a request to
a feature's answer and back. Each feature lists its own endpoints in its `api.py`.

Its tests are in tests/site/front/api.
"""
