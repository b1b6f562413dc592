"""How good somebody is: pages on what perfect play scores, how soon skill shows, and the bots."""
