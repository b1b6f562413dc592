"""The form of the editor: choices as fields, and the text that they make."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, gettext_lazy

from games.core.refusal import Refusal
from games.core.rules import Dice, InvalidRules, RulesError, Variant, base_of, find_variant
from games.core.rules.catalogue import CATALOGUE, SIX_DICE
from games.core.rules.choices import ALIKE, BONUSES, EXTRAS, HOUSE_ROLLS, KINDS, LIMITS, find_choice
from games.core.rules.house_rules import BASES, words_of
from games.core.rules.more_games import DOUBLE_GENERALA
from games.platform.language import translated
from games.site.study.house_rules.sentences import sentence

USUAL = ("", gettext_lazy("As usual"))
SELECTS: dict[str, tuple[Any, tuple[tuple[str, Any], ...]]] = {
    "order": (
        gettext_lazy("Order of the boxes"),
        (
            ("", gettext_lazy("Any")),
            ("order-down", gettext_lazy("From top to bottom")),
            ("order-lower-first", gettext_lazy("Lower section first")),
        ),
    ),
    "joker": (
        gettext_lazy("Another Yahtzee"),
        (
            ("", gettext_lazy("100 points and a joker, upper first")),
            ("joker-free", gettext_lazy("100 points and a joker, free choice")),
            ("joker-none", gettext_lazy("Nothing")),
            ("extra-none", gettext_lazy("A joker, upper first, no points")),
            ("joker-free extra-none", gettext_lazy("A joker, free choice, no points")),
            ("joker-none extra-100", gettext_lazy("100 points, no joker")),
        ),
    ),
    "full_house": (
        gettext_lazy("A full house scores"),
        (
            USUAL,
            ("full-house-25", "25"),
            ("full-house-sum", gettext_lazy("the sum of its dice")),
        ),
    ),
    "kinds": (
        gettext_lazy("Three and four of a kind"),
        (
            USUAL,
            ("kinds-all", gettext_lazy("all dice")),
            ("kinds-equal", gettext_lazy("the equal dice")),
        ),
    ),
    "small_straight": (
        gettext_lazy("Small straight"),
        (
            USUAL,
            ("small-straight-of-four", gettext_lazy("any four in a row")),
            ("small-straight-1-5", "1-2-3-4-5"),
        ),
    ),
}
"""Fields with one word, or several, for each choice."""
SWITCHES = {
    "six-dice": gettext_lazy("Six dice"),
    "save-rolls": gettext_lazy("Unused rolls are there in your later turns."),
    "five-alike-full-house": gettext_lazy("Five of a kind is a full house, too."),
    "two-pairs-of-four": gettext_lazy("Four of a kind is two pairs, too."),
    "straights-sum": gettext_lazy("A straight scores the sum of its dice."),
    "double-generala": gettext_lazy("A box for a second Generala"),
    "served-win": gettext_lazy("A Generala in the first roll wins the game."),
    "five-alike-plus-dice": gettext_lazy("Five of a kind scores 50 and the sum of its dice."),
}
"""Fields that are on or off, by their word."""
NEEDS = {
    "joker": ("yahtzee",),
    "full_house": ("full_house",),
    "five-alike-full-house": ("full_house",),
    "kinds": tuple(KINDS),
    "small_straight": ("small_straight",),
    "two-pairs-of-four": ("two_pairs",),
    "double-generala": ("generala",),
    "served-win": ("generala",),
    "straights-sum": (
        "straight",
        "small_straight",
        "large_straight",
        "little_straight",
        "big_straight",
    ),
    "five-alike-plus-dice": ALIKE,
}
"""The boxes of which a field needs one."""
ONLY = {
    "joker": ("yahtzee",),
    "six-dice": ("yacht", "yatzy", "generala"),
    "double-generala": ("generala",),
    "served-win": ("generala",),
}
"""The games that have a field, if not all have it."""


class Question(NamedTuple):
    """What the editor asks. `none`: what it says where the game leaves no choice."""

    words: Any
    fields: tuple[str, ...]
    none: Any = ""


QUESTIONS = (
    Question(gettext_lazy("How many dice?"), ("six-dice",), none=gettext_lazy("Always five.")),
    Question(gettext_lazy("How many rolls a turn?"), ("rolls",)),
    Question(gettext_lazy("Which bonus?"), ("bonus", "limit")),
    Question(gettext_lazy("Straights and kinds?"), ("small_straight", "kinds")),
    Question(gettext_lazy("Jokers?"), ("joker",), none=gettext_lazy("Only in Yahtzee.")),
)
DICE: dict[str, Dice] = {
    "full_house": (5, 5, 5, 2, 2),
    "five-alike-full-house": (4, 4, 4, 4, 4),
    "two-pairs-of-four": (3, 3, 3, 3, 6),
    "straights-sum": (2, 3, 4, 5, 6),
    "five-alike-plus-dice": (2, 2, 2, 2, 2),
}
"""What some of the other fields are about."""


class RulesForm(forms.Form):
    """House rules. `rules`: the rules, if the form is valid."""

    use_required_attribute = False
    field_order = ("base", "boxes", "rolls", "order", "bonus", "limit", *SELECTS, *SWITCHES)

    base = forms.ChoiceField(label=gettext_lazy("The game"), choices=())
    rolls = forms.ChoiceField(
        label=gettext_lazy("Rolls a turn"), choices=[(n, n) for n in HOUSE_ROLLS], initial=3
    )
    bonus = forms.IntegerField(
        label=gettext_lazy("Bonus points"), min_value=BONUSES[0], max_value=BONUSES[-1]
    )
    limit = forms.IntegerField(
        label=gettext_lazy("Upper points needed"), min_value=LIMITS[0], max_value=LIMITS[-1]
    )
    served_box = forms.ChoiceField(
        label=gettext_lazy("Box that scores more on the first roll"), choices=()
    )
    served = forms.IntegerField(
        label=gettext_lazy("Extra points"), min_value=EXTRAS[0], max_value=EXTRAS[-1]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(id_, find_variant(id_).name) for id_ in BASES]
        self.fields["base"].choices = games  # type: ignore[attr-defined]
        for name, (label, choices) in SELECTS.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=choices)
        for word, label in SWITCHES.items():
            self.fields[word] = forms.BooleanField(label=label)
        boxes = [(id_, gettext(name)) for id_, name in _all_boxes().items()]
        double = (DOUBLE_GENERALA.id, gettext(DOUBLE_GENERALA.name))
        served_boxes = [("", gettext("No box")), *boxes, double]
        self.fields["served_box"].choices = served_boxes  # type: ignore[attr-defined]
        self.fields["boxes"] = forms.MultipleChoiceField(
            label=gettext("Boxes below the upper section"), choices=boxes
        )
        for field in self.fields.values():
            field.required = False
        self.order_fields(self.field_order)
        self.rules: Variant | None = None

    @property
    def questions(self) -> Iterator[tuple[Question, list[BoundField]]]:
        """The questions, with the fields that the game has for each."""
        for question in QUESTIONS:
            yield question, [self[name] for name in question.fields if self._has(name)]

    @property
    def others(self) -> Iterator[tuple[BoundField, Dice]]:
        """The fields behind the questions, with dice that show what each is about, or none."""
        elsewhere = {"base", "boxes", *chain.from_iterable(each.fields for each in QUESTIONS)}
        for field in self:
            if field.name not in elsewhere and self._has(field.name):
                yield field, DICE.get(field.name, ())

    @property
    def dice_choices(self) -> list[tuple[str, str, bool]]:
        """The numbers of dice: value, what it shows, and whether it is chosen."""
        six = bool(self["six-dice"].value())
        return [("", "5", not six), ("on", "6", six)]

    @property
    def roll_choices(self) -> list[tuple[str, str, bool]]:
        """The numbers of rolls: value, what it shows, and whether it is chosen."""
        chosen = str(self["rolls"].value())
        return [(str(n), str(n), str(n) == chosen) for n in HOUSE_ROLLS]

    @property
    def problem(self) -> str:
        """The first error, with the label of its field."""
        for name, errors in self.errors.items():
            label = self.fields[name].label if name in self.fields else None
            return f"{label}: {errors[0]}" if label else str(errors[0])
        return ""

    def _has(self, name: str) -> bool:
        return (self["base"].value() or BASES[0]) in ONLY.get(name, BASES)

    @property
    def shown_boxes(self) -> list[tuple[str, str, bool, bool]]:
        """The boxes that the game can have: id, name, whether it has them, and whether they need
        six dice.
        """
        base, chosen = self["base"].value() or BASES[0], self["boxes"].value() or ()
        boxes = _boxes_for(base).items()
        return [(id_, gettext(name), id_ in chosen, id_ in SIX_DICE) for id_, name in boxes]

    def clean(self) -> dict[str, Any]:
        """Find the rules. A choice that does not fit the others is refused with its reason."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                self.rules = find_variant("+".join(self._words(data)))
            except InvalidRules as refused:
                self.add_error(None, refusal_words(refused))
        return data

    def _words(self, data: dict[str, Any]) -> Iterator[str]:
        base = find_variant(data["base"] or BASES[0])
        yield base.id
        own = [each.id for each in base.categories if each.section == "lower"]
        # Another game may just have been chosen, without some of these boxes.
        boxes = [id_ for id_ in data["boxes"] if id_ in _boxes_for(base.id)] or own
        yield from (f"no-{_word(id_)}" for id_ in own if id_ not in boxes)
        yield from (f"with-{_word(id_)}" for id_ in boxes if id_ not in own)
        for name in (*SELECTS, *SWITCHES):
            if base.id not in ONLY.get(name, BASES):
                continue
            if set(NEEDS.get(name, boxes)) & set(boxes):
                yield from (str(data[name]) if name in SELECTS else name * bool(data[name])).split()
        double = [DOUBLE_GENERALA.id] * data["double-generala"]
        if data["served_box"] in [*boxes, *double] and data["served"]:
            yield f"served-{_word(data['served_box'])}-{data['served']}"
        for name in ("bonus", "limit"):
            if data[name] is not None:
                yield f"{name}-{data[name]}"
        if data["rolls"]:
            yield f"rolls-{data['rolls']}"


def fields_of(variant: Variant) -> dict[str, Any]:
    base_id = base_of(variant.id)
    words = words_of(variant.id)
    limit, bonus = variant.upper_bonus or (None, 0)
    data: dict[str, Any] = {
        "base": base_id,
        "rolls": variant.rolls_per_turn,
        "bonus": bonus,
        "limit": limit,
        "boxes": [
            each.id
            for each in variant.categories
            if each.section == "lower" and each.id != DOUBLE_GENERALA.id
        ],
        **{word: word in words for word in SWITCHES},
    }
    for name, (_, choices) in SELECTS.items():
        fitting = [value for value, _ in choices if value and set(value.split()) <= set(words)]
        data[name] = max(fitting, key=len, default="")
    if base_id == "yahtzee" and variant.switches.get("joker", "forced") != "forced":
        data["joker"] = f"joker-{variant.switches['joker']}"
    for word in words:
        choice, value = find_choice(word)
        if choice is not None and choice.id == "served":
            box, _, points = value.partition("|")
            data |= {"served_box": box.replace("-", "_"), "served": points}
    return data


def _boxes_for(base_id: str) -> dict[str, str]:
    own = {each.id: each.name for each in find_variant(base_id).categories if each.face is None}
    left_out = {*own, *(() if base_id in ONLY["six-dice"] else SIX_DICE)}
    return own | {id_: each.name for id_, each in CATALOGUE.items() if id_ not in left_out}


def _all_boxes() -> dict[str, str]:
    return {id_: name for base_id in BASES for id_, name in _boxes_for(base_id).items()}


def refusal_words(refused: RulesError) -> str:
    """Return why rules are refused, without ids: choices as sentences, games by their names."""
    values = {name: _in_words(name, value) for name, value in refused.values.items()}
    return translated(Refusal(refused.code, refused.text, **values))


def _in_words(name: str, value: object) -> object:
    if name == "known":
        ids = str(value).split(", ")
        return ", ".join(gettext(find_variant(id_).name) for id_ in ids)
    if isinstance(value, str) and find_choice(value)[0]:
        return sentence(value, (value,), _all_boxes()).rstrip(".")
    return value


def _word(id_: str) -> str:
    return id_.replace("_", "-")
