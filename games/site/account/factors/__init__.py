"""Second factors: codes of an authenticator app, recovery codes, and passkeys.

`authenticators`: what an account has, its app and the app's codes. `new_app`: one that is being set
up. `passkeys`. `changes`: who may change factors, and how. `gate`: what a session has shown, also
between the password and the code. `links`: of the operator. `owner`: who may change an account.
"""
