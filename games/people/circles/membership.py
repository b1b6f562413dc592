"""How circles begin and end, and how people come and go. Everything here raises Refused."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.avatars import DRAWINGS
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, visible_name
from games.people.circles.models import Circle, CircleBan, CircleMember, CircleRequest
from games.people.circles.together import place_in
from games.people.conduct.contact import are_apart
from games.platform.clock import utc_now
from games.platform.language.formats import zones

Role = CircleMember.Role

MAX_CIRCLES = 20
"""Circles of one person. Friends do not count."""
MAX_MEMBERS = 200
MAX_HELPERS = 10
MIN_NAME, MAX_NAME = 2, 40
SILENT_AFTER = timedelta(days=90)
"""A circle in which nobody has played for this long is archived."""


def open_circle(owner: User, name: str, emblem: str, zone: str, language: str) -> Circle:
    """Make a circle with one member, its owner."""
    now = utc_now()
    # Nothing is locked while the lists of words are read, which the first name of a process does.
    circle = Circle(
        name=checked_name(name),
        emblem=checked_emblem(emblem),
        zone=checked_zone(zone),
        language=language,
        season_began_at=now,
        active_at=now,
    )
    with transaction.atomic():
        _lock_player(owner.pk)
        _check_room_for_more(owner.pk)
        circle.save()
        _add(circle, owner.pk, Role.OWNER, now)
    return circle


def checked_name(raw: str) -> str:
    """Return a name for a circle, tidied. Raises Refused."""
    try:
        name = visible_name(raw, MAX_NAME)
    except NameRefused as error:
        raise Refused(ErrorCode.BAD_MESSAGE, error.text, **error.values) from error
    if len(name) < MIN_NAME:
        raise Refused(
            ErrorCode.BAD_MESSAGE, "A name has at least %(count)s characters.", count=MIN_NAME
        )
    return name


def checked_emblem(emblem: str) -> str:
    if emblem not in DRAWINGS:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is not possible now.")
    return emblem


def checked_zone(zone: str) -> str:
    if zone not in zones():
        raise Refused(ErrorCode.BAD_MESSAGE, "There is no such time zone.")
    return zone


def find_circle(code: str, player_id: int | None) -> tuple[Circle, CircleMember]:
    """Return a circle and the membership of a player. Raises Refused for everybody else, in the
    same words as for a circle that does not exist.
    """
    circle = Circle.objects.filter(code=code).first()
    place = None if circle is None else place_in(circle.pk, player_id)
    if circle is None or place is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such circle.")
    return circle, place


def join(circle: Circle, player: User, *, asked: bool = True) -> CircleMember:
    """Make a player a member. `asked`: they came by themselves, so that somebody removed stays
    out; not if an owner or helper lets them in.
    """
    now = utc_now()
    with transaction.atomic():
        _lock_player(player.pk)
        locked = lock(circle.pk)
        place = place_in(circle.pk, player.pk)
        if place is not None:
            return place
        if asked:
            check_may_come(locked, player)
        _check_room_for_more(player.pk)
        if locked.members.count() >= MAX_MEMBERS:
            raise Refused(ErrorCode.FORBIDDEN, "This circle is full.")
        if not asked:
            CircleBan.objects.filter(circle=locked, player=player).delete()
        CircleRequest.objects.filter(circle=locked, player=player).delete()
        place = _add(locked, player.pk, Role.MEMBER, now)
        _changed(locked)
    return place


def check_may_come(circle: Circle, player: User) -> None:
    """Raise Refused if a link does not let this player in. They are not told why."""
    owner_ids = circle.members.filter(role=Role.OWNER).values_list("player", flat=True)
    is_banned = CircleBan.objects.filter(circle=circle, player=player).exists()
    if circle.archived_at is not None or is_banned or are_apart([player.pk, *owner_ids]):
        raise Refused(ErrorCode.FORBIDDEN, "This link does not work any more.")


def leave(circle_id: int, player_id: int) -> None:
    """Take a player out. A circle without members is deleted; one without an owner gets the helper,
    else the member, who has been there the longest. A circle that is gone is left.
    """
    with transaction.atomic():
        circle = Circle.objects.select_for_update().filter(pk=circle_id).first()
        if circle is None:
            return
        CircleMember.objects.filter(circle=circle, player=player_id).delete()
        if circle.pair or not circle.members.exists():
            circle.delete()
            return
        _give_owner(circle)
        _changed(circle)


def remove(circle: Circle, actor: CircleMember, player_id: int) -> None:
    """Take somebody out for good: links do not let them in again."""
    with transaction.atomic():
        locked = lock(circle.pk)
        mine = _manager(locked, actor.player_id)
        place = place_in(locked.pk, player_id)
        if place is None:
            return
        if place.player_id == mine.player_id:
            raise Refused(ErrorCode.FORBIDDEN, "You cannot remove yourself. Leave instead.")
        if place.role == Role.OWNER or (place.role == Role.HELPER and mine.role != Role.OWNER):
            raise Refused(ErrorCode.FORBIDDEN, "Only the owner can do that.")
        place.delete()
        CircleBan.objects.get_or_create(
            circle=locked, player_id=player_id, defaults={"at": utc_now()}
        )
        _changed(locked)


def forgive(circle: Circle, actor: CircleMember, player_id: int) -> None:
    """Let links bring somebody in again who was removed."""
    check_manages(circle, actor.player_id)
    CircleBan.objects.filter(circle=circle, player=player_id).delete()


def make_helper(circle: Circle, actor: CircleMember, player_id: int, *, helps: bool) -> None:
    """Make a member a helper, or a helper a member again."""
    with transaction.atomic():
        locked = lock(circle.pk)
        _owner(locked, actor.player_id)
        helpers = locked.members.filter(role=Role.HELPER)
        if helps and helpers.count() >= MAX_HELPERS:
            raise Refused(ErrorCode.FORBIDDEN, "There are too many helpers.")
        locked.members.filter(player=player_id).exclude(role=Role.OWNER).update(
            role=Role.HELPER if helps else Role.MEMBER
        )
        _changed(locked)


def hand_over(circle: Circle, actor: CircleMember, player_id: int) -> None:
    """Make another member the owner; the owner becomes a helper."""
    with transaction.atomic():
        locked = lock(circle.pk)
        mine = _owner(locked, actor.player_id)
        place = place_in(locked.pk, player_id)
        if place is None:
            raise Refused(ErrorCode.NOT_FOUND, "They do not belong to the circle any more.")
        if place.pk == mine.pk:
            return
        CircleMember.objects.filter(pk=mine.pk).update(role=Role.HELPER)
        CircleMember.objects.filter(pk=place.pk).update(role=Role.OWNER)
        _changed(locked)


def describe(circle: Circle, actor: CircleMember, name: str, emblem: str, zone: str) -> None:
    """Change the name of a circle, its emblem and its time zone."""
    fields = {
        "name": checked_name(name),
        "emblem": checked_emblem(emblem),
        "zone": checked_zone(zone),
    }
    with transaction.atomic():
        locked = lock(circle.pk)
        _manager(locked, actor.player_id)
        Circle.objects.filter(pk=locked.pk).update(**fields)
        _changed(locked)


def rename_by_site(circle_id: int, name: str) -> None:
    """Take the name of a circle away, and its emblem, for moderators."""
    with transaction.atomic():
        locked = lock(circle_id)
        emblem = Circle._meta.get_field("emblem").default
        Circle.objects.filter(pk=locked.pk).update(name=name, emblem=emblem)
        _changed(locked)


def delete_circle(circle: Circle, actor: CircleMember) -> None:
    """Delete a circle with everything in it. Games stay, each with its players."""
    with transaction.atomic():
        _owner(lock(circle.pk), actor.player_id)
        circle.delete()


def archive(circle: Circle, actor: CircleMember, *, ends: bool) -> None:
    """Archive a circle: nothing new happens in it; or bring it back."""
    with transaction.atomic():
        locked = lock(circle.pk)
        _owner(locked, actor.player_id)
        now = utc_now()
        locked.archived_at = now if ends else None
        # Brought back, it is not silent any more.
        locked.active_at = locked.active_at if ends else now
        locked.save(update_fields=["archived_at", "active_at"])
        _changed(locked)


def silent(now: datetime) -> QuerySet[Circle]:
    return Circle.objects.filter(pair=False, archived_at=None, active_at__lt=now - SILENT_AFTER)


def archive_silent(now: datetime) -> int:
    """Archive the circles in which nobody has played for a long time. Return how many."""
    rows = silent(now).order_by("active_at").select_for_update(skip_locked=True)
    with transaction.atomic():
        ids = list(rows.values_list("pk", flat=True)[:500])
        return Circle.objects.filter(pk__in=ids).update(archived_at=now, rev=F("rev") + 1)


def note_activity(circle_ids: list[int], at: datetime) -> None:
    """Note that people of these circles have done something together."""
    Circle.objects.filter(pk__in=circle_ids, active_at__lt=at).update(active_at=at)


def show_presence(circle_id: int, player_id: int, *, shows: bool) -> None:
    """Let the other members see when a player is here, or not."""
    CircleMember.objects.filter(circle=circle_id, player=player_id).update(shows=shows)
    Circle.objects.filter(pk=circle_id).update(rev=F("rev") + 1)


def tell_news(circle_id: int, player_id: int, *, told: bool) -> None:
    """Tell a player of tables and cards of a circle, or not."""
    CircleMember.objects.filter(circle=circle_id, player=player_id).update(told=told)


def lock(circle_id: int) -> Circle:
    """Lock a circle until the transaction ends. Raises Refused if it is gone."""
    found = Circle.objects.select_for_update().filter(pk=circle_id).first()
    if found is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such circle.")
    return found


def check_manages(circle: Circle, player_id: int) -> None:
    """Raise Refused if a player is neither owner nor helper."""
    _manager(circle, player_id)


def check_owns(circle: Circle, player_id: int) -> None:
    _owner(circle, player_id)


def _manager(circle: Circle, player_id: int) -> CircleMember:
    place = place_in(circle.pk, player_id)
    if place is None or place.role == Role.MEMBER or circle.pair:
        raise Refused(ErrorCode.FORBIDDEN, "Only the owner and helpers can do that.")
    return place


def _owner(circle: Circle, player_id: int) -> CircleMember:
    place = place_in(circle.pk, player_id)
    if place is None or place.role != Role.OWNER or circle.pair:
        raise Refused(ErrorCode.FORBIDDEN, "Only the owner can do that.")
    return place


def _give_owner(circle: Circle) -> None:
    if circle.members.filter(role=Role.OWNER).exists():
        return
    # "helper" comes before "member".
    heir = circle.members.order_by("role", "joined_at", "pk").first()
    if heir is not None:
        CircleMember.objects.filter(pk=heir.pk).update(role=Role.OWNER)


def _add(circle: Circle, player_id: int, role: str, now: datetime) -> CircleMember:
    try:
        with transaction.atomic():
            return CircleMember.objects.create(
                circle=circle, player_id=player_id, role=role, joined_at=now
            )
    except IntegrityError:  # another tab was faster
        return CircleMember.objects.get(circle=circle, player=player_id)


def _check_room_for_more(player_id: int) -> None:
    mine = CircleMember.objects.filter(player=player_id, circle__pair=False)
    if mine.count() >= MAX_CIRCLES:
        raise Refused(
            ErrorCode.FORBIDDEN, "You can belong to %(count)s circles at most.", count=MAX_CIRCLES
        )


def _changed(circle: Circle) -> None:
    Circle.objects.filter(pk=circle.pk).update(rev=F("rev") + 1)


def _lock_player(player_id: int) -> None:
    list(User.objects.select_for_update(no_key=True).filter(pk=player_id).values_list("pk"))
