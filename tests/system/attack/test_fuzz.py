"""A short run of `script/lab fuzz`."""

import pytest

from workshop.lab.fuzz.run import Options, fuzz

SECONDS = 15


@pytest.mark.long
def test_it_finds_nothing() -> None:
    outcome = fuzz(Options(seconds=SECONDS, seed=11, players=6, clients=2))
    assert [line for finding in outcome.findings for line in finding.lines()] == []
    assert outcome.seconds >= SECONDS
    record = outcome.record
    for kind in ("sensible", "valid", "broken", "odd bytes", "request"):
        assert record.sent[kind] > 0, kind
    # Games went on beside the garbage, and pages were shown.
    assert record.messages["update"] > 0
    assert record.errors["bad_message"] > 0
    assert record.statuses["200"] > 0
