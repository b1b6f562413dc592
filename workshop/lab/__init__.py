"""Tools that measure or break the site: `script/lab NAME`. None of them is installed with it.

    programs   one for each name; `workshop.make.entry` finds and runs them
    seating    creates players, sessions and rooms in the database

The other packages are parts of the programs.
"""
