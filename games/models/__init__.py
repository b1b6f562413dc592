"""The database tables. The models mirror `games/migrations`; packages above write them."""

from games.models.audit import (
    DiceCount,
)
from games.models.codes import (
    CODE_ALPHABET,
    CODE_LENGTH,
    new_code,
)
from games.models.daily import (
    Daily,
    DailyEntry,
    DailyMiss,
    DailyScore,
    DailyWeek,
)
from games.models.demonstrations import (
    Demonstration,
)
from games.models.fair_log import (
    FairLogEntry,
)
from games.models.foresight import (
    Foresight,
    SeatForesight,
)
from games.models.games import (
    DiceSecret,
    DiceShare,
    Game,
    GameAddress,
    GameEvent,
    GameSnapshot,
    Scorecard,
)
from games.models.mail import (
    OutgoingMail,
)
from games.models.matchmaking import (
    Challenge,
    Ticket,
)
from games.models.notifications import (
    Notice,
    NoticeMark,
    NotificationChoice,
    PushSubscription,
    TurnWatch,
)
from games.models.puzzles import (
    Puzzle,
    PuzzleAnswer,
    PuzzleRecord,
    PuzzleSource,
)
from games.models.results import (
    ELIGIBLE,
    Rating,
    ResultCounter,
    SeatAnalysis,
    Skill,
    Tally,
)
from games.models.rooms import (
    ChatMessage,
    Room,
    Seat,
    UsedSeal,
)
from games.models.tournaments import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
    TournamentSeries,
)
from games.models.users import (
    User,
)

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "ELIGIBLE",
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
    "Foresight",
    "Game",
    "GameAddress",
    "GameEvent",
    "GameSnapshot",
    "Notice",
    "NoticeMark",
    "NotificationChoice",
    "OutgoingMail",
    "PushSubscription",
    "Puzzle",
    "PuzzleAnswer",
    "PuzzleRecord",
    "PuzzleSource",
    "Rating",
    "ResultCounter",
    "Room",
    "Scorecard",
    "Seat",
    "SeatAnalysis",
    "SeatForesight",
    "Skill",
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
