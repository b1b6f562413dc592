"""Train the value network of Triple Yahtzee."""
