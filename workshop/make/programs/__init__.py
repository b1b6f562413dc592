"""The programs of `script/make`, one a module.

Besides what `workshop.make.entry` asks for, each declares in `TAKES` how long it takes, and in
`CHEAP` with which options `script/make all` runs it: None if it takes too long, or writes no file.
"""
