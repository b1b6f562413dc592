"""Fair dice: `secrets` and their commitments, `reserve` (commitments made in advance), and the
`public_log` of both. How dice follow from a secret is in `core/engine/fairness.py`.
"""
