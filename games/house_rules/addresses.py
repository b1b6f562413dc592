"""The address of the page about rules: official games have pages of their own."""

from django.urls import reverse

from games.rules import VARIANTS, Variant


def rules_address(variant: Variant) -> str:
    """Return the address of the page about these rules."""
    if variant.id in VARIANTS:
        return reverse("rules-of", args=[variant.id])
    return reverse("house-rules", args=[variant.id])
