"""Answers of the API about the variants."""

from functools import lru_cache

import msgspec

from games.core.engine import sheet
from games.core.rules import VARIANTS, Variant
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import HOUR, Answer, Endpoint


@lru_cache(maxsize=1)
def all_variants() -> types.Variants:
    return types.Variants(tuple(map(_variant, VARIANTS.values())))


def _variant(variant: Variant) -> types.Variant:
    return msgspec.convert(
        {
            "id": variant.id,
            "name": variant.common_name,
            "switches": tuple(variant.switch_choices.values()),
            "sheet": sheet(variant),
        },
        types.Variant,
        from_attributes=True,
    )


def _variants() -> Answer:
    return Answer(all_variants)


ENDPOINTS = (
    Endpoint(
        "variants",
        "variants",
        "The variants, their switches and scorecards",
        "Events and cards name categories by the ids listed here.",
        types.Variants,
        max_age=HOUR,
        read=_variants,
    ),
)
