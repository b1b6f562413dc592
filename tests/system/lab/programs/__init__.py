"""The programs of `script/lab`, one a module; `make.entry` says what a program is."""
