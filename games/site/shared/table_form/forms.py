"""The form for a table: which game, who plays, and more. The home page, the page of a new table,
the dialog of a challenge and the form of a tournament show the fields that each needs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.core.bots import DEFAULT, PERSONALITIES
from games.core.engine import CLOCK_NAMES, Clock
from games.core.numbers import whole
from games.core.rules import (
    VARIANTS,
    RulesError,
    Switch,
    Variant,
    find_variant,
    is_house_rules,
    is_readable,
)
from games.people.accounts.bot_accounts import BotCard, bot_cards
from games.people.accounts.site_rules import allows_public_tables, allows_strangers
from games.platform.language import interpolate, translated
from games.site.shared.pages.front_game import Offer
from games.site.shared.table_form.name_field import NameField
from games.tables.rooms.game_settings import offered_clocks
from games.tables.rooms.opening import max_seats

SEATS = range(1, max_seats("rounds", rated=False) + 1)
"""The numbers of seats that the form offers. More than `rooms.opening.MAX_SEATS` need rounds."""
PLAYERS = {0: "2–4", 2: "2", 3: "3", 4: "4"}  # noqa: RUF001
"""How many players a search may ask for; 0 is any number."""
DEFAULT_CLOCK: Clock = 60
"""For a search, and for what needs a clock when none is chosen."""
MODE_NAMES = {"turns": gettext_lazy("In turns"), "rounds": gettext_lazy("All at once")}
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "strangers": {"clock": DEFAULT_CLOCK, "rated": True},
    "friends": {"clock": "", "rated": False},
    "bot": {},
}
"""What a table for these people begins with, besides the initial values of the fields."""
SWITCHES: dict[str, Switch] = {
    id_: switch for variant in VARIANTS.values() for id_, switch in variant.switch_choices.items()
}
"""The house rules of all games, by id."""


Conditions = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Which values of other fields a field goes with, by its name. Fields that a form does not have do
not count.
"""
WHEN: Conditions = {
    "mode": {"who": ("friends",)},
    "same": {"who": ("friends",), "mode": ("rounds",)},
    "clock": {"who": ("strangers", "friends")},
    "players": {"who": ("strangers",)},
    "seats": {"who": ("friends",)},
    "public": {"who": ("friends",)},
    "circle": {"who": ("friends",)},
    "rated": {"who": ("strangers", "friends"), "variant": tuple(VARIANTS)},
    **{
        id_: {"variant": tuple(v.id for v in VARIANTS.values() if id_ in v.switch_choices)}
        for id_ in SWITCHES
    },
}


class Choice(NamedTuple):
    """A value of a field. `says`: its part of the sentence about the table, perhaps ""."""

    value: str
    name: str
    says: str
    is_chosen: bool
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A field as templates show it: `kind` is "radios", "select", "rules", "stepper", "switch", or
    "account" for what only accounts can choose (without a field). `when`: its
    conditions, for the script.
    """

    kind: str
    field: BoundField | None
    choices: list[Choice]
    when: str
    is_shown: bool

    @property
    def says(self) -> str:
        chosen = (choice.says for choice in self.choices if choice.is_chosen)
        return next(chosen, "") if self.is_shown else ""


def asked_rules(asked: Mapping[str, str]) -> dict[str, str]:
    """Return the initial values that a link's `?variant=` and switches ask for; {} for none."""
    text = asked.get("variant", "")
    if not is_readable(text):
        return {}
    rules = find_variant(text)
    switches = {id_: asked[id_] for id_ in SWITCHES if id_ in asked}
    return {"variant": rules.id, **rules.switches, **switches}


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def clock_choices() -> list[tuple[Any, str]]:
    clocks = offered_clocks()
    return [("" if clock is None else clock, gettext(CLOCK_NAMES[clock])) for clock in clocks]


def seats_words(count: int) -> str:
    return ngettext("%(count)s seat", "%(count)s seats", count) % {"count": count}


def players_words(count: int) -> str:
    """Return how many players a search asks for, in words."""
    if count == 0:
        return gettext("2–4 players")  # noqa: RUF001
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


class RulesField(forms.CharField):
    """The id of a game, or the text of house rules: cleaned, these rules."""

    def clean(self, value: Any) -> Variant | None:
        """Raises ValidationError with the reason why rules cannot be read."""
        text = super().clean(value)
        if not text:
            return None
        try:
            return find_variant(text)
        except RulesError as refused:
            raise forms.ValidationError(translated(refused)) from refused


class TableForm(forms.Form):
    """What a table is like.

    `offer`: the games. `ask_name` adds a `name` field for visitors without a session, who may leave
    it open. `may_rate=False` removes `rated`. `who`: who plays unless the form says otherwise.
    `circles`: codes and names of the player's circles and friends.
    """

    use_required_attribute = False
    WITHOUT: ClassVar[tuple[str, ...]] = ()
    """The fields that this form does not need."""
    WHEN: ClassVar[Conditions] = WHEN
    MORE: ClassVar[tuple[str, ...]] = (
        *("mode", "same", "players", "clock", "seats", *SWITCHES, "public", "rated", "circle"),
    )
    """The fields behind the sentence, in its order."""
    MAY_HAVE_HOUSE_RULES: ClassVar[bool] = True
    STEPPERS: ClassVar[tuple[str, ...]] = ("players", "seats")
    NO_CIRCLE: ClassVar[Any] = gettext_lazy("Nobody yet")
    """What stands for no circle."""

    variant = RulesField()
    who = forms.ChoiceField(
        label=gettext_lazy("Who plays"),
        choices=lambda: [
            *((("strangers", gettext("Anyone")),) if allows_strangers() else ()),
            ("friends", gettext("Friends")),
            ("bot", gettext("A bot")),
        ],
    )
    bot = forms.ChoiceField(choices=[(id_, id_) for id_ in PERSONALITIES], initial=DEFAULT)
    mode = forms.ChoiceField(
        label=gettext_lazy("How to play"), choices=list(MODE_NAMES.items()), initial="turns"
    )
    same = forms.BooleanField(label=gettext_lazy("Same dice for everybody"))
    clock = forms.TypedChoiceField(
        label=gettext_lazy("Time per turn"), choices=clock_choices, coerce=int, empty_value=None
    )
    players = forms.TypedChoiceField(
        label=gettext_lazy("Players"), choices=list(PLAYERS.items()), coerce=int, initial=0
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"), choices=[(n, n) for n in SEATS], coerce=int, initial=2
    )
    public = forms.BooleanField(label=gettext_lazy("Anyone can join"))
    rated = forms.BooleanField(label=gettext_lazy("Rated"))
    circle = forms.ChoiceField(label=gettext_lazy("Invite"), choices=[])

    def __init__(
        self,
        offer: Offer,
        *args: Any,
        circles: Sequence[tuple[str, str]] = (),
        ask_name: bool = False,
        may_rate: bool = True,
        who: str = "friends",
        **kwargs: Any,
    ) -> None:
        first = next(game for game in offer.first if who != "strangers" or game.id in VARIANTS)
        begins = {"variant": first.id, "who": who, **DEFAULTS[who]}
        super().__init__(*args, **{**kwargs, "initial": {**begins, **kwargs.get("initial", {})}})
        self.offer = offer
        self.may_rate = may_rate
        for id_, switch in SWITCHES.items():
            self.fields[id_] = forms.ChoiceField(
                label=gettext(switch.name),
                choices=[(choice.value, gettext(choice.name)) for choice in switch.choices],
                initial=switch.default,
            )
        self.fields["circle"].choices = [("", self.NO_CIRCLE), *circles]  # type: ignore[attr-defined]
        # Anyone who has left the circle that they chose is told so.
        if not circles and not (self.is_bound and self.data.get("circle")):
            del self.fields["circle"]
        closed = () if allows_public_tables() else ("public",)
        for field in (*self.WITHOUT, *closed, *(() if may_rate else ("rated",))):
            self.fields.pop(field, None)
        # Every field has a default: "Play with friends" sends only the game and a name.
        for field in self.fields.values():
            field.required = False
        if ask_name:
            self.fields["name"] = NameField(required=False)
        if self.is_bound:
            # A form shown again with errors must show the defaults of fields not submitted.
            names = [name for name in self.fields if name != "name"]
            defaults = {name: self.get_initial_for_field(self.fields[name], name) for name in names}
            given = {name: value for name, value in defaults.items() if value is not None}
            self.data = {**given, **dict(self.data.items())}

    def clean(self) -> dict[str, Any]:
        """Give what needs a clock one, and check the seats. `switches`: those of the game."""
        data: dict[str, Any] = super().clean() or {}
        for name in ("who", "bot", "mode", "seats"):
            if name in self.fields:
                data[name] = data.get(name) or self._first(name)
        data.setdefault("public", False)
        if data.get("circle"):
            data["public"] = False
        rounds = data.get("mode") == "rounds"
        if "clock" in data and data["clock"] is None and (rounds or data.get("rated")):
            data["clock"] = DEFAULT_CLOCK
        data["dice"] = "same" if data.get("same") and ("mode" not in data or rounds) else "own"
        if "mode" in data and data.get("who", "friends") == "friends":
            self._check_seats(data, rounds)
        self._add_rules(data)
        return data

    def _add_rules(self, data: dict[str, Any]) -> None:
        """Name the game and its switches. House rules are for friends and bots, and never rated."""
        found = data.get("variant") or find_variant(self._first("variant"))
        # A text may say how the switches of an official game are; otherwise their fields do.
        data["variant"], data["switches"] = found.id, dict(found.switches)
        if found is find_variant(found.id):
            for id_ in found.switches.keys() & data.keys():
                data["switches"][id_] = data[id_] or found.switches[id_]
        if is_house_rules(found):
            data["rated"] = False
            if not self.MAY_HAVE_HOUSE_RULES:
                self.add_error("variant", gettext("Events are for the official games."))
            elif data.get("who") == "strangers":
                self.add_error("variant", gettext("House rules are for friends and bots."))

    def _first(self, name: str) -> Any:
        return self.get_initial_for_field(self.fields[name], name)

    def _check_seats(self, data: dict[str, Any], rounds: bool) -> None:
        if data.get("rated") and data["seats"] == 1:
            self.add_error("rated", gettext("A rated game needs at least two seats."))
        most = max_seats("rounds" if rounds else "turns", bool(data.get("rated")))
        if data["seats"] > most and rounds:
            self.add_error("seats", gettext("Rated games have at most 8 seats."))
        elif data["seats"] > most:
            self.add_error("seats", gettext("More than 8 players can only play all at once."))

    # --- What templates show ------------------------------------------------------------------

    def value(self, name: str) -> str:
        value = self[name].value()
        return "" if value is None else str(value)

    @property
    def first_games(self) -> list[tuple[Variant, bool]]:
        return [(game, game.id == self.value("variant")) for game in self.offer.first]

    @property
    def more_games(self) -> list[tuple[Variant, bool]]:
        return [(game, game.id == self.value("variant")) for game in self.offer.more]

    @property
    def own_games(self) -> list[tuple[str, Variant, bool]]:
        """The rules that the player keeps, by their names, and chosen ones that they do not."""
        chosen = self.value("variant")
        kept = [(name, rules, rules.id == chosen) for name, rules in self.offer.kept]
        others = {game.id for game in (*self.offer.first, *self.offer.more)}
        if chosen not in others | {rules.id for _, rules, _ in kept} and is_readable(chosen):
            rules = find_variant(chosen)
            kept.insert(0, (rules.name, rules, True))
        return kept

    @property
    def official_games(self) -> str:
        """The games that strangers play, for the script, the visitor's first."""
        games = (*self.offer.first, *self.offer.more)
        return ",".join(game.id for game in games if game.id in VARIANTS)

    @property
    def has_long_game(self) -> bool:
        return any(chosen for *_, chosen in (*self.more_games, *self.own_games))

    @property
    def people(self) -> list[tuple[str, str, bool, str]]:
        """Who may play: value, name, whether chosen, and what the table begins with then."""
        first = {
            who: f"clock={values.get('clock', '')} rated={'1' if values.get('rated') else ''}"
            for who, values in DEFAULTS.items()
        }
        choices = self.fields["who"].choices  # type: ignore[attr-defined]
        chosen = self.value("who")
        return [(who, str(name), who == chosen, first[who]) for who, name in choices]

    @property
    def bots(self) -> list[tuple[BotCard, bool]]:
        """The bots, weakest first, and whether each is chosen."""
        order = list(PERSONALITIES)
        cards = sorted(bot_cards(), key=lambda card: -order.index(card.id))
        return [(card, card.id == self.value("bot")) for card in cards]

    @property
    def plays_bot(self) -> bool:
        return self.value("who") == "bot"

    @property
    def rows(self) -> list[Row]:
        """The fields behind the sentence."""
        shown = [name for name in self.MORE if name in self.fields]
        rows = [self._row(name, self[name]) for name in shown]
        return rows if self.may_rate else [*rows, self._row("rated", None)]

    @property
    def sentence(self) -> str:
        """What is chosen behind the fold, in one sentence."""
        return self._sentence(iter(()))

    @property
    def whole_sentence(self) -> str:
        """The same, with the game and who plays."""
        return self._sentence(self._first_words())

    @property
    def has_errors_behind(self) -> bool:
        return any(self.errors.get(name) for name in self.MORE)

    def _first_words(self) -> Iterator[str]:
        text = self.value("variant")
        yield find_variant(text).name if is_readable(text) else ""
        if self.value("who") == "friends":
            yield gettext("with friends")
        elif self.plays_bot:
            bot = PERSONALITIES.get(self.value("bot"), PERSONALITIES[DEFAULT])
            yield gettext("with %(name)s") % {"name": bot.name}

    def _sentence(self, first: Iterator[str]) -> str:
        text = ", ".join(filter(None, [*first, *(row.says for row in self.rows)]))
        return text[:1].upper() + text[1:]

    def _row(self, name: str, field: BoundField | None) -> Row:
        conditions = {
            other: values
            for other, values in self.WHEN.get(name, {}).items()
            if other in self.fields
        }
        is_shown = all(self.value(other) in values for other, values in conditions.items())
        when = " ".join(f"{other}={','.join(values)}" for other, values in conditions.items())
        if field is None:
            says = Choice("", "", self.switch_words(name)[0], True)
            return Row("account", None, [says], when, is_shown)
        return Row(self._kind(name), field, self._choices(name), when, is_shown)

    def _kind(self, name: str) -> str:
        if isinstance(self.fields[name], forms.BooleanField):
            return "switch"
        if name in SWITCHES:
            return "rules"
        if name == "mode":
            return "radios"
        return "stepper" if name in self.STEPPERS else "select"

    def _choices(self, name: str) -> list[Choice]:
        if isinstance(self.fields[name], forms.BooleanField):
            is_on = self.value(name) not in {"", "False"}
            off, on = self.switch_words(name)
            return [Choice("", "", off, not is_on), Choice("on", "", on, is_on)]
        options = self.fields[name].choices  # type: ignore[attr-defined]
        rules = SWITCHES[name].choices if name in SWITCHES else ()
        hints = {each.value: each.hint for each in rules}
        chosen = self.value(name)
        return [
            Choice(
                str(value),
                str(label),
                self.words(name, str(value), str(label)),
                str(value) == chosen,
                gettext(hints[value]) if value in hints else "",
            )
            for value, label in options
        ]

    def switch_words(self, name: str) -> tuple[str, str]:
        """Return what the sentence says if a switch is off, and if it is on."""
        return {
            "same": ("", gettext("same dice")),
            "public": (gettext("private"), gettext("public")),
            "rated": ("", gettext("rated")),
        }[name]

    def words(self, name: str, value: str, label: str) -> str:
        """Return what the sentence says about a value. A usual house rule is not mentioned."""
        if name == "seats":
            return seats_words(whole(value) or 0)
        if name == "players":
            return players_words(whole(value) or 0)
        if name in SWITCHES and value == SWITCHES[name].default:
            return ""
        if name == "circle":
            return interpolate(gettext("for %(name)s"), {"name": label}) if value else ""
        return _lower(label)


class ChallengeForm(TableForm):
    """What a challenge to a game of two is about. Its script sends it."""

    WITHOUT = ("who", "bot", "mode", "same", "players", "seats", "public", "circle")
