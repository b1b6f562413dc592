"""The pages of circles: their people, seasons, evenings and records, and news for other sites."""
