"""Train and evaluate the value network of Triple Yahtzee."""
