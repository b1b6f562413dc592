"""A site with a long history: really played games in bulk, and what everything costs there."""
