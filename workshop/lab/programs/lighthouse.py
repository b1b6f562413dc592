"""Measure the main pages of a site with a played game with Lighthouse, as on a phone.

Rooms and games behind a link ask search engines not to list them, so the category SEO is counted
without the audit that wants the opposite.
"""

import json
import os
import subprocess
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.environment import ROOT
from tests.support.services import find_chromium
from tests.system.e2e.browser import running_browser
from tests.system.e2e.site import running_site
from workshop.lab.programs.screenshots import Studio, finished_game, seat

VERSION = "12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
METRICS = {
    "first-contentful-paint": "FCP s",
    "largest-contentful-paint": "LCP s",
    "total-blocking-time": "TBT ms",
    "cumulative-layout-shift": "CLS",
}
MAY_BE_LISTED = "is-crawlable"
RUN_S = 180


class Result(NamedTuple):
    """One run. scores: 0 to 100, by category. metrics: in the units of `METRICS`. lost: the audits
    that cost points.
    """

    scores: dict[str, float]
    metrics: dict[str, float]
    requests: int
    kilobytes: float
    lost: list[str]


def report_of(program: Path, chromium: Path, url: str) -> Result:
    """Run Lighthouse once. Raises subprocess.CalledProcessError."""
    found = subprocess.run(
        [
            program,
            url,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(CATEGORIES)}",
            "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage",
        ],
        env={**os.environ, "CHROME_PATH": str(chromium)},
        capture_output=True,
        timeout=RUN_S,
        check=True,
    )
    return read(json.loads(found.stdout))


def lost(report: dict[str, Any]) -> list[str]:
    """Return the audits that cost points: "category: audit (score)"."""
    audits = report["audits"]
    weighed = (
        (category, each["id"], audits[each["id"]]["score"])
        for category in CATEGORIES
        for each in report["categories"][category]["auditRefs"]
        if each["weight"] and each["id"] != MAY_BE_LISTED
    )
    return [
        f"{category}: {name} ({score})"
        for category, name, score in weighed
        if score not in (None, 1)
    ]


def read(report: dict[str, Any]) -> Result:
    """Return what the table shows of a report."""
    audits = report["audits"]
    scores = {name: 100 * report["categories"][name]["score"] for name in CATEGORIES}
    counted = [
        (each["weight"], audits[each["id"]]["score"])
        for each in report["categories"]["seo"]["auditRefs"]
        if each["id"] != MAY_BE_LISTED and audits[each["id"]]["score"] is not None
    ]
    scores["seo"] = 100 * sum(w * score for w, score in counted) / sum(w for w, _ in counted)
    metrics = {name: audits[name]["numericValue"] for name in METRICS}
    for name, title in METRICS.items():
        if title.endswith(" s"):
            metrics[name] /= 1000
    items = audits["network-requests"]["details"]["items"]
    items = [each for each in items if not each["url"].startswith("data:")]
    kilobytes = sum(each.get("transferSize", 0) for each in items) / 1000
    return Result(scores, metrics, len(items), kilobytes, lost(report))


def row(name: str, results: list[Result]) -> str:
    """Return a row of the table, with medians."""
    cells = [f"{median(each.scores[category] for each in results):.0f}" for category in CATEGORIES]
    cells += [f"{median(each.metrics[metric] for each in results):.2f}" for metric in METRICS]
    cells.append(f"{median(each.requests for each in results):.0f}")
    cells.append(f"{median(each.kilobytes for each in results):.0f}")
    return f"| {name} | {' | '.join(cells)} |"


def installed() -> Path:
    """Return the program, which npm installs at the first call."""
    folder = ROOT / "var" / f"lighthouse-{VERSION}"
    if not folder.exists():
        silent = ("--silent", "--no-fund", "--no-audit")
        npm = ["npm", "install", *silent, "--prefix", str(folder), f"lighthouse@{VERSION}"]
        subprocess.run(npm, check=True, stdout=subprocess.DEVNULL)
    return folder / "node_modules" / ".bin" / "lighthouse"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to take."""
    parser.add_argument("--runs", type=int, default=5, help="each page counts with its median")
    parser.add_argument("--details", action="store_true", help="audits that cost points")


def run(options: Namespace) -> None:
    """Measure all pages and print the table."""
    program = installed()
    chromium = find_chromium()
    with (
        tempfile.TemporaryDirectory(prefix="yacht-lighthouse-") as data,
        running_site(Path(data)) as site,
    ):
        with running_browser(chromium) as browser:
            studio = Studio(browser, site)
            alice, _, _ = finished_game(studio)
            game = alice.page.get_by_role("link", name="Review game").get_attribute("href")
            host = seat(studio, "yacht", ("Charlie",))[0]
            room = host.page.url.removeprefix(site.url)
        assert game
        titles = [*CATEGORIES, *METRICS.values(), "requests", "kB"]
        print(f"| page | {' | '.join(titles)} |")
        print("|---" * (len(titles) + 1) + "|")
        for name, path in {
            "home and lobby": "/",
            "today": "/daily/",
            "leaderboards": "/leaderboards/",
            "rules": "/rules/",
            "puzzles": "/puzzles/",
            "waiting room": room,
            "finished game": game,
        }.items():
            results = [report_of(program, chromium, site.url + path) for _ in range(options.runs)]
            print(row(name, results), flush=True)
            if options.details:
                print("\n".join(results[-1].lost), flush=True)
