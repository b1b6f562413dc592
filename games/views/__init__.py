"""The pages. Each view reads the request, calls the packages below, and renders a template.

`shortcuts` has what most views need; `games.urls` maps URLs to views.
"""
