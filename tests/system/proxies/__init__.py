"""The site behind proxies that are started, and what they tell it of its visitors."""
