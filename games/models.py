"""The tables of the site. Each feature has its own `models.py`; other code imports from here."""

from games.accounts.models import Session, SlowMode, User
from games.analysis.models import SeatAnalysis
from games.conduct.models import FamilyMember, Sanction
from games.daily.models import Daily, DailyEntry, DailyMiss, DailyScore, DailyWeek
from games.database.codes import CODE_ALPHABET, CODE_LENGTH, new_code
from games.desk.models import Appeal, AuditEntry, Case, Report
from games.factors.models import Authenticator, Passkey, RecoveryCode
from games.fairness.models import DiceCount, DiceSecret, DiceShare, FairLogEntry
from games.foresight.models import Foresight, SeatForesight
from games.house_rules.models import KeptRules
from games.log.models import Game, GameAddress, GameEvent, GameSnapshot, Scorecard
from games.matchmaking.models import Challenge, Ticket
from games.membership.models import OutgoingMail, PastName
from games.notifications.models import (
    Notice,
    NoticeMark,
    NotificationChoice,
    PushSubscription,
    TurnWatch,
)
from games.pages.models import SentForm
from games.puzzles.models import Puzzle, PuzzleAnswer, PuzzleRecord, PuzzleSource
from games.ratings.models import ELIGIBLE, Rating, ResultCounter, Skill, Tally
from games.real_dice.models import RealDiceGame
from games.rooms.models import ChatMessage, Demonstration, Room, Seat, UsedSeal
from games.solving.models import RuleSet
from games.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
    TournamentSeries,
)

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "ELIGIBLE",
    "Appeal",
    "AuditEntry",
    "Authenticator",
    "Case",
    "Challenge",
    "ChatMessage",
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
    "Foresight",
    "Game",
    "GameAddress",
    "GameEvent",
    "GameSnapshot",
    "KeptRules",
    "Notice",
    "NoticeMark",
    "NotificationChoice",
    "OutgoingMail",
    "Passkey",
    "PastName",
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
