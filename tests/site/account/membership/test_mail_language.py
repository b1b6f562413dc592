"""Mail is in the language of the account's settings."""

import pytest
from django.core import mail

from games.people.accounts.players import create_account
from games.people.accounts.preferences import Preferences, save_preferences
from games.site.account.membership.mail import send_reset


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "subject"),
    [
        ("de", "Yacht: Wähle ein neues Passwort"),
        ("en", "Yacht: Choose a new password"),
        ("", "Yacht: Choose a new password"),
        ("tlh", "Yacht: Choose a new password"),
    ],
)
def test_it_writes_in_the_language_of_the_account(language: str, subject: str) -> None:
    alice = create_account("Alice", "five sixes in one throw", "alice@example.com")
    save_preferences(alice, Preferences(language=language))
    send_reset("alice@example.com")
    (sent,) = mail.outbox
    assert sent.subject == subject
    assert "Alice" in sent.body
