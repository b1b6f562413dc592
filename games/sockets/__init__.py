"""Websockets: thin. They translate, authorise, call a room and answer."""
