"""Finding opponents: the queue of tickets, pairing, challenges and the lobby."""
