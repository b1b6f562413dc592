"""Second factors: codes of an authenticator app, recovery codes, and passkeys.

`totp`: the codes (pure). `authenticators`: the app of an account. `passkeys`. `pending`: between
the password and the code. `gate`: what staff must have passed before the desk and the admin open.
"""
