"""Scorecards for tests."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games.core.rules import VARIANTS, Scorecard, Variant, find_variant

EVERY_VARIANT: list[Variant] = [
    variant if switch is None else find_variant(variant.id, joker=switch)
    for variant in VARIANTS.values()
    for switch in (("forced", "free", "none") if variant.switch_choices else (None,))
]

# A test on a busy machine is late, not wrong.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

variants = st.sampled_from(EVERY_VARIANT)
faces = st.integers(1, 6)
alike = faces.map(lambda face: (face,) * 5)
# Five alike is one roll in 1,296 but the source of many mistakes.
dice = st.one_of(alike, st.tuples(faces, faces, faces, faces, faces))


@st.composite
def played_cards(draw: st.DrawFn, variant: st.SearchStrategy[Variant] = variants) -> Scorecard:
    """A card after some rounds of any play, often to the end."""
    card = Scorecard(draw(variant))
    for _ in range(draw(st.integers(0, card.variant.rounds))):
        card = card.apply(draw(st.sampled_from(card.fills(draw(dice)))))
    return card
