"""The form of somebody who signs up with a provider."""

from django import forms
from django.utils.translation import gettext_lazy

from games.site.account.membership.forms import email_field
from games.site.shared.table_form.name_field import NameField


class ProviderAccountForm(forms.Form):
    """The name and the mail address of a new account. Whether the name is free is asked when the
    account is made.
    """

    name = NameField(autocomplete="username")
    email = email_field(gettext_lazy("For notices if you want them."))
