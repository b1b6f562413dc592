"""The HTTP API, version 1: types, endpoints, queries, actions. docs/api.md describes it.

`document` returns the OpenAPI document. The views are in `games.api.views` and
`games.api.action_views`.
"""
