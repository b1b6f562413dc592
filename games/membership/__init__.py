"""Guest-to-account merge, renaming, deletion, export, blocks and moderation."""
