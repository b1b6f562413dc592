"""The leaderboards: a page of each board, and a player's place. Reads only; who is listed is
decided in `record/ratings/listing.py`.
"""
