"""The style guide: every component in every state, for people to look at."""
