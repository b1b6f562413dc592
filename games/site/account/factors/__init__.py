"""Second factors: codes of an authenticator app, recovery codes, and passkeys.

`totp`: the codes (pure). `authenticators`: what an account has, and its app. `new_app`: one that is
being set up. `passkeys`. `pending`: between the password and the code. `permission`: who may change
factors (pure), and `changes`, through which every change goes. `gate`: what a session has shown.
`links`: of the operator.
"""
