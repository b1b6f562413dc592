"""What people visit: a wing of features, in wings of their own."""
