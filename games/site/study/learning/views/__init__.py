"""The pages of the rules, of learning and of the first game, one module for each."""
