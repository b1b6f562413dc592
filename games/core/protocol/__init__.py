"""The frames of the websockets: commands, messages, events, errors and schema.

`docs/protocol.md` explains the protocol. Commands and messages are msgspec Structs.
"""
