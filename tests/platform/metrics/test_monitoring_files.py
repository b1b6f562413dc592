"""The dashboard and the alert rules ask only for what the endpoints show."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from games.platform.metrics.catalogue import Counter, Histogram, Instrument, instruments
from games.platform.metrics.endpoint import registry
from tests.environment import ROOT

MONITORING = ROOT / "deploy/monitoring"
WORDS = re.compile(r"[a-zA-Z_:][\w:]*")
# What PromQL itself knows, of what is used here.
LANGUAGE = {
    *("absent", "by", "count", "histogram_quantile", "increase", "max", "min", "or", "rate"),
    *("sum", "time", "vector"),
}


def names_of(instrument: Instrument) -> set[str]:
    """Return the names of an instrument's series."""
    match instrument:
        case Counter():
            return {f"{instrument.name}_total"}
        case Histogram():
            return {f"{instrument.name}_{part}" for part in ("bucket", "sum", "count")}
    return {instrument.name}


SERIES = {name: each for each in instruments() for name in names_of(each)}
OTHERS = {sample.name for metric in registry().collect() for sample in metric.samples}


def dashboard() -> dict[str, Any]:
    return dict(json.loads((MONITORING / "grafana.json").read_text()))


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]
    return list(group["rules"])


def expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in rules())
    for panel in dashboard()["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))


def bare(expression: str) -> str:
    """Return an expression without selectors, times and grouping labels."""
    without = re.sub(r"\{[^}]*\}|\[[^]]*\]|\boffset \w+", " ", expression)
    return re.sub(r"\bby \([^)]*\)", " ", without)


def selectors(expression: str) -> Iterator[tuple[str, str]]:
    """Yield (series, label) of every selector and grouping of an expression."""
    for series, content in re.findall(r"(\w+)\{([^}]*)\}", expression):
        yield from ((series, label) for label in re.findall(r"(\w+)\s*(?:=~|!=|=)", content))
    for labels in re.findall(r"\bby \(([^)]*)\)", expression):
        (series,) = {word for word in WORDS.findall(bare(expression)) if word in SERIES}
        yield from ((series, label.strip()) for label in labels.split(","))


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_it_asks_for_series_that_exist(expression: str) -> None:
    asked = set(WORDS.findall(bare(expression))) - LANGUAGE
    assert asked
    assert asked <= SERIES.keys() | OTHERS


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_it_asks_for_labels_that_exist(expression: str) -> None:
    for series, label in selectors(expression):
        known = {"instance", "job"} if series in OTHERS else {"instance"}
        if series in SERIES:
            known |= {SERIES[series].label, "le"}
        assert label in known, f"{series} has no {label}"


def test_it_shows_every_instrument_on_the_dashboard() -> None:
    shown = " ".join(
        target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", ())
    )
    missing = [each.name for each in instruments() if not any(n in shown for n in names_of(each))]
    assert missing == []


def test_it_says_what_to_do_about_every_alert() -> None:
    page = (ROOT / "docs/operations.md").read_text()
    for rule in rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")
        assert f"| `{rule['alert']}` |" in page


def test_it_scrapes_ports_of_one_range() -> None:
    settings = yaml.safe_load((MONITORING / "prometheus.yml").read_text())
    (job,) = settings["scrape_configs"]
    (static,) = job["static_configs"]
    ports = [int(target.rpartition(":")[2]) for target in static["targets"]]
    assert ports == list(range(ports[0], ports[0] + len(ports)))
    assert settings["rule_files"] == ["alerts.yml"]


@pytest.mark.process
@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_it_passes_the_checks_of_prometheus_itself() -> None:
    for command in (["check", "rules", "alerts.yml"], ["check", "config", "prometheus.yml"]):
        done = subprocess.run(
            ["promtool", *command], cwd=MONITORING, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
