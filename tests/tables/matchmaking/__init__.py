"""Tests of the pairing of players."""
