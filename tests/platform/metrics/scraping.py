"""Read an endpoint as Prometheus does."""

import urllib.request
from collections.abc import Iterator

from prometheus_client.parser import text_string_to_metric_families

Sample = tuple[str, tuple[tuple[str, str], ...]]


def samples(text: str) -> Iterator[tuple[Sample, float]]:
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            yield (sample.name, tuple(sorted(sample.labels.items()))), sample.value


class Scrape:
    """What an endpoint has answered."""

    def __init__(self, port: int) -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            self.text = answer.read().decode()
        self.values = dict(samples(self.text))

    def __call__(self, name: str, **labels: str) -> float:
        """Return a value; 0 for a counter that has not counted yet."""
        return self.values.get((name, tuple(sorted(labels.items()))), 0)
