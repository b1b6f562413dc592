"""Tools of developers; no part of the site, which does not know them.

    make   makes data that the site ships: `script/make`
    lab    measures the site, and breaks it: `script/lab`
    styleguide    every component of the pages in every state: `/styleguide/` with DEBUG=1

They may use `tests` (browsers, services, oracles), and tests may use them (the players of the load
test, the faults of the chaos runs). Their own tests are in `tests/system/workshop`.
"""
