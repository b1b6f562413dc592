"""Sign in with an account that people already have: OpenID Connect, and Discord.

`offered`: the providers of this site, from its settings. `client`: the way to a provider and back,
with the library Authlib, which checks everything that a provider signs; `transport`: its requests;
`outages`: providers that are away.
`links`: which account at a provider belongs to whom. `roles`: a role at the desk by a group of the
provider. `entering`: signing in and up. `linking`: in the settings. `again`: for accounts without
a password. `flows`: what their pages share.
"""
