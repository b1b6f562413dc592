"""Rules, engine, protocol and perfect play: no Django, no network, no time of day."""
