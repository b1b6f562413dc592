"""What a game was made of: the luck of each roll, and what each choice gave away."""
