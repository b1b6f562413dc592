"""The programs of `script/lab`, one a module; `workshop.make.entry` says what a program is."""
