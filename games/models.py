"""The tables of the site, for Django and for tests. Each feature has its own `models.py`;
other code imports a table from its feature.
"""

from games.people.accounts.models import Session, SlowMode, User
from games.people.circles.models import (
    Circle,
    CircleBan,
    CircleLink,
    CircleMember,
    CircleRequest,
    FriendRequest,
)
from games.people.conduct.models import FamilyMember, Sanction
from games.platform import parts
from games.platform.database.codes import CODE_ALPHABET, CODE_LENGTH, new_code
from games.platform.site_settings.models import SiteSettings
from games.record.fairness.models import DiceCount, DiceSecret, DiceShare, FairLogEntry
from games.record.log.models import Game, GameAddress, GameEvent, GameSnapshot, Scorecard
from games.record.ratings.models import ELIGIBLE, Rating, ResultCounter, Skill, Tally
from games.record.solving.models import RuleSet
from games.site.account.desk.models import Appeal, AuditEntry, Case, Report
from games.site.account.factors.models import Authenticator, Passkey, RecoveryCode
from games.site.account.membership.models import OutgoingMail, PastName
from games.site.account.notifications.models import (
    Notice,
    NoticeMark,
    NotificationChoice,
    PushSubscription,
    TurnWatch,
)
from games.site.account.operator.models import FirstLink
from games.site.account.providers.models import BarredIdentity, ProviderLink
from games.site.events.appointments.models import Appointment, AppointmentAnswer
from games.site.events.cards.models import Card, CardEntry, CardWitness
from games.site.events.daily.models import Daily, DailyEntry, DailyMiss, DailyScore, DailyWeek
from games.site.events.puzzles.models import Puzzle, PuzzleAnswer, PuzzleRecord, PuzzleSource
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
    TournamentSeries,
)
from games.site.front.circles.models import (
    CircleEvening,
    CircleEveningPlace,
    CircleHook,
    CircleMessage,
    CirclePair,
    CirclePlay,
    CircleStanding,
)
from games.site.shared.pages.models import SentForm
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.foresight.models import Foresight, SeatForesight
from games.site.study.house_rules.models import KeptRules
from games.site.study.real_dice.models import RealDiceGame
from games.tables.matchmaking.models import Challenge, Invitation, Ticket
from games.tables.rooms.models import ChatMessage, Demonstration, Holiday, Room, Seat, UsedSeal

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "ELIGIBLE",
    "Appeal",
    "Appointment",
    "AppointmentAnswer",
    "AuditEntry",
    "Authenticator",
    "BarredIdentity",
    "Card",
    "CardEntry",
    "CardWitness",
    "Case",
    "Challenge",
    "ChatMessage",
    "Circle",
    "CircleBan",
    "CircleEvening",
    "CircleEveningPlace",
    "CircleHook",
    "CircleLink",
    "CircleMember",
    "CircleMessage",
    "CirclePair",
    "CirclePlay",
    "CircleRequest",
    "CircleStanding",
    "Daily",
    "DailyEntry",
    "DailyMiss",
    "DailyScore",
    "DailyWeek",
    "Demonstration",
    "DiceCount",
    "DiceSecret",
    "DiceShare",
    "FairLogEntry",
    "FamilyMember",
    "FirstLink",
    "Foresight",
    "FriendRequest",
    "Game",
    "GameAddress",
    "GameEvent",
    "GameSnapshot",
    "Holiday",
    "Invitation",
    "KeptRules",
    "Notice",
    "NoticeMark",
    "NotificationChoice",
    "OutgoingMail",
    "Passkey",
    "PastName",
    "ProviderLink",
    "PushSubscription",
    "Puzzle",
    "PuzzleAnswer",
    "PuzzleRecord",
    "PuzzleSource",
    "Rating",
    "RealDiceGame",
    "RecoveryCode",
    "Report",
    "ResultCounter",
    "Room",
    "RuleSet",
    "Sanction",
    "Scorecard",
    "Seat",
    "SeatAnalysis",
    "SeatForesight",
    "SentForm",
    "Session",
    "SiteSettings",
    "Skill",
    "SlowMode",
    "Tally",
    "Ticket",
    "Tournament",
    "TournamentEntry",
    "TournamentGame",
    "TournamentKind",
    "TournamentSeat",
    "TournamentSeries",
    "TurnWatch",
    "UsedSeal",
    "User",
    "new_code",
]

# Django knows the tables of all features, also of those that have no line above.
list(parts.modules("models"))
