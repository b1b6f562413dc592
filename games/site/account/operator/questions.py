"""The five questions to the operator, in their order."""

from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Question(NamedTuple):
    """A page of the settings. `fixed`: the variables of the environment that answer it, if set."""

    id: str
    title: "StrPromise"
    fixed: tuple[str, ...]


QUESTIONS = (
    Question("name", gettext_lazy("Name and logo"), ("SITE_NAME",)),
    Question("language", gettext_lazy("Language"), ("SITE_LANGUAGE",)),
    Question("who", gettext_lazy("Who may come"), ("INVITE_ONLY", "ONLY_SSO")),
    Question("mail", gettext_lazy("Mail and notifications"), ("EMAIL_URL", "DEFAULT_FROM_EMAIL")),
    Question("legal", gettext_lazy("Legal texts"), ("LEGAL_DIR",)),
)
BY_ID = {question.id: question for question in QUESTIONS}
FIRST = QUESTIONS[0].id


def fixed_by(question: Question) -> list[str]:
    """Return the variables of the environment that answer the question now: they win."""
    return [name for name in question.fixed if is_fixed(name)]


def is_fixed(name: str) -> bool:
    """Whether the environment has this setting. INVITE_ONLY=0 counts, too: it says something."""
    value = getattr(settings, name, None)
    return value is not None if name == "INVITE_ONLY" else bool(value)


def after(question: Question) -> Question | None:
    """Return the next question, None after the last."""
    number = QUESTIONS.index(question) + 1
    return QUESTIONS[number] if number < len(QUESTIONS) else None
