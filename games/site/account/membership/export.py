"""The export of everything that is stored about a player."""

from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from games.people.accounts.avatars import avatar_of
from games.people.accounts.models import User
from games.people.accounts.players import guests_of
from games.people.accounts.preferences import stored_preferences
from games.record.log.models import Scorecard
from games.record.ratings.models import Rating, Skill
from games.record.ratings.pools import dice_of_pool, variant_of_pool
from games.site.account.factors import authenticators
from games.site.account.membership.past_names import past_names
from games.site.account.notifications import subscriptions as notifications
from games.site.events.daily.models import DailyEntry
from games.site.events.puzzles import player_puzzles as puzzles
from games.site.study.analysis.game_analysis import current_analyses
from games.site.study.foresight.models import Foresight, SeatForesight
from games.site.study.foresight.storing import VERSION
from games.site.study.house_rules.models import KeptRules
from games.site.study.real_dice import kept as real_dice
from games.tables.rooms.models import ChatMessage, Room


def export(player: User) -> dict[str, Any]:
    """Return everything that is stored about the player, as JSON values. Leaves out figures by
    older versions of the analysis, which are being computed again.
    """
    return {
        "profile": {
            "name": player.name,
            "guest": player.is_guest,
            "email": player.email,
            "joined": player.date_joined.isoformat(),
            "seen": player.seen_at.isoformat(),
            "avatar": avatar_of(player),
            "past_names": past_names(player),
            "time_zone": player.time_zone,
            "listed_online": player.listed_online,
        },
        "settings": stored_preferences(player),
        "rooms": [
            {
                "code": room.code,
                "variant": room.variant,
                "host": room.host_id == player.pk,
                "created": room.created_at.isoformat(),
            }
            for room in Room.objects.filter(Q(host=player) | Q(seats__player=player)).distinct()
        ],
        "games": [_card(card) for card in _cards().filter(player=player)],
        "ratings": _export_ratings(player),
        **_export_skill(player),
        "dailies": _export_dailies(player),
        "tournaments": _export_tournaments(player),
        "notifications": notifications.exported(player),
        "foresight": _export_foresight(player),
        "puzzles": puzzles.export(player),
        "chat": _export_chat(player),
        "blocked": sorted(player.blocked.values_list("name", flat=True)),
        "muted": sorted(player.silenced.values_list("name", flat=True)),
        "chat_off": player.chat_off,
        "second_factors": authenticators.exported(player),
        "family_lock": player.locked,
        "house_rules": {row.name: row.text for row in KeptRules.objects.filter(player=player)},
        "real_dice": real_dice.exported(player),
        "players_on_my_devices": _export_guests(player),
        "family": sorted(each.shown_name for each in player.family.select_related("member")),
        "decisions": _export_decisions(player),
        "reports": [
            {"reason": each.reason, "text": each.text, "at": each.at.isoformat()}
            for each in player.reports.order_by("pk")
        ],
    }


def _cards() -> QuerySet[Scorecard]:
    return Scorecard.objects.select_related("game").order_by("pk")


def _card(card: Scorecard) -> dict[str, Any]:
    return {
        "code": card.game.code,
        "variant": card.game.variant,
        "status": card.game.status,
        "started": card.game.created_at.isoformat(),
        "seat": card.seat,
        "name": card.name,
        "scorecard": card.position,
        "total": card.total,
        "place": card.place,
    }


def _export_guests(player: User) -> list[dict[str, Any]]:
    """Return the players on the player's devices, with their games."""
    guests = guests_of(player).prefetch_related(Prefetch("scorecards", _cards(), "their_cards"))
    return [
        {
            "name": guest.name,
            "added": guest.date_joined.isoformat(),
            "games": [_card(card) for card in guest.their_cards],
        }
        for guest in guests
    ]


def _export_ratings(player: User) -> list[dict[str, Any]]:
    return [
        {
            "variant": variant_of_pool(record.pool),
            "dice": dice_of_pool(record.pool),
            "rating": record.shown,
            "rated_games": record.rated_games,
            "games": record.games,
            "wins": record.wins,
            "best": record.best,
            "best_with_others": record.best_table,
            "best_solo": record.best_solo,
        }
        for record in Rating.objects.filter(player=player)
    ]


def _export_decisions(player: User) -> list[dict[str, Any]]:
    """Return what moderators, or the site, decided about the player."""
    return [
        {
            "kind": each.kind,
            "reason": each.reason,
            "words": each.words,
            "automatic": each.automatic,
            "begins": each.begins_at.isoformat(),
            "ends": None if each.ends_at is None else each.ends_at.isoformat(),
            "undone": None if each.undone_at is None else each.undone_at.isoformat(),
        }
        for each in player.sanctions.order_by("pk")
    ]


def _export_chat(player: User) -> list[dict[str, Any]]:
    return [
        {"room": line.room.code, "at": line.at.isoformat(), "text": line.text}
        for line in ChatMessage.objects.filter(player=player).select_related("room")
    ]


def _export_dailies(player: User) -> list[dict[str, Any]]:
    return [
        {
            "day": entry.day.isoformat(),
            "variant": entry.daily.variant,
            "game": entry.game.code,
            "total": entry.total,
            "ranked": entry.ranked,
            "loss": entry.loss,
        }
        for entry in DailyEntry.objects.filter(player=player).select_related("daily", "game")
    ]


def _export_skill(player: User) -> dict[str, Any]:
    """Return the analyses of the player's games, and their skill in each variant."""
    return {
        "analyses": [
            {"game": analysis.game.code, "seat": analysis.seat, **analysis.data}
            for analysis in current_analyses().filter(player=player).select_related("game")
        ],
        "skills": [
            {
                "variant": skill.variant,
                "loss": skill.loss,
                "error": skill.error,
                "decisions": skill.decisions,
                "games": skill.games,
            }
            for skill in Skill.objects.filter(player=player)
        ],
    }


def _export_tournaments(player: User) -> list[dict[str, Any]]:
    """Return the tournaments in which the player took part."""
    return [
        {
            "code": entry.tournament.code,
            "joined": entry.joined_at.isoformat(),
            "score": entry.score,
            "games": entry.games,
            "wins": entry.wins,
            "place": entry.place,
        }
        for entry in player.tournament_entries.select_related("tournament").order_by("pk")
    ]


def _export_foresight(player: User) -> dict[str, Any]:
    """Return how well the player's choices fitted the dice to come: in all games on shared dice
    together (None before the first one), and in each game.
    """
    found = Foresight.objects.filter(player=player, version=VERSION).first()
    rows = SeatForesight.objects.filter(player=player, version=VERSION)
    games = rows.select_related("game").order_by("pk")
    return {
        "all": None
        if found is None
        else {
            **_sums(found),
            "games": found.games,
            "evidence": found.evidence,
            "highest_evidence": found.peak,
        },
        "games": [{"game": row.game.code, "seat": row.seat, **_sums(row)} for row in games],
    }


def _sums(row: Foresight | SeatForesight) -> dict[str, Any]:
    return {
        "choices": row.choices,
        "loss": row.loss,
        "surplus": row.surplus,
        "variance": row.variance,
        "score": row.score,
    }
