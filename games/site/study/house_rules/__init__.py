"""House rules: the editor, the page of each rule set, and those that players keep.

Others may use `kept`, the rules of a player. Imports nothing.
"""
