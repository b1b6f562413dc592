"""The only writer of game logs.

`starting` makes games, `appender` takes events and writes them in `batches` (PostgreSQL:
`loop_writer`), `loading` reads games. `verifying` checks them, `damage` marks those that are wrong,
`healing` gets stopped ones going. `ending`: abort a game from outside.
"""
