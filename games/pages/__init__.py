"""What the pages of all features use: who asks, conditional requests, codes in addresses."""
