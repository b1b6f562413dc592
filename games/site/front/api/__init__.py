"""The HTTP API, version 1: types, endpoints, queries, actions. docs/api.md describes it.

`endpoints` lists what there is; `openapi` makes the OpenAPI document from it.
"""
