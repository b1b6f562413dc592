"""The mail that tells somebody of a decision about them."""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from games.people.accounts.preferences import language_of
from games.people.conduct.models import Sanction
from games.platform.server.site_url import site_url
from games.site.account.desk.reasons import DECISIONS, GROUND_BY_ID
from games.site.account.membership.mail import tell_of_decision


def tell_by_mail(sanction: Sanction) -> None:
    """Ask for a mail with the decision to the person concerned, if their account has an address."""
    player = sanction.player
    if player.is_guest or not player.email:
        return
    is_closed = sanction.kind == Sanction.Kind.CLOSED
    context = {
        "name": player.name,
        "kind": DECISIONS[Sanction.Kind(sanction.kind)],
        "ground": GROUND_BY_ID[sanction.reason].words,
        "sanction": sanction,
        "zone": player.time_zone,
        "link": site_url() + reverse("sign-in" if is_closed else "my-decisions"),
    }
    with override(language_of(player)):
        subject = render_to_string("desk/decision/subject.txt", context).strip()
        body = render_to_string("desk/decision/email.txt", context)
    tell_of_decision(player, subject, body)
