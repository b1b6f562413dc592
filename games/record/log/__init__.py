"""The only writer of game logs: start games, append events, load and verify them."""
