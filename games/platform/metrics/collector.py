"""Our instruments as Prometheus' client library wants them."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from games.platform.metrics.instruments import Counter, Gauge, Histogram, Instrument


class Instruments(Collector):
    """Reads instruments each time the endpoint is asked."""

    def __init__(self, instruments: Iterable[Instrument]) -> None:
        self._instruments = list(instruments)

    def collect(self) -> Iterator[Metric]:
        """Yield the current values."""
        for instrument in self._instruments:
            match instrument:
                case Counter():
                    yield _single(instrument, CounterMetricFamily)
                case Gauge():
                    yield _single(instrument, GaugeMetricFamily)
                case Histogram():
                    yield _histogram(instrument)


def _single(
    instrument: Counter | Gauge, family: type[CounterMetricFamily] | type[GaugeMetricFamily]
) -> Metric:
    metric = family(instrument.name, instrument.help, labels=_labels(instrument))
    for of, value in instrument.values().items():
        metric.add_metric(_label_values(instrument, of), value)
    return metric


def _histogram(histogram: Histogram) -> Metric:
    metric = HistogramMetricFamily(histogram.name, histogram.help, labels=_labels(histogram))
    bounds = [*map(floatToGoString, histogram.bounds), "+Inf"]
    for of, series in histogram.series().items():
        sums = list(accumulate(series.counts))
        metric.add_metric(
            _label_values(histogram, of), list(zip(bounds, sums, strict=True)), series.sum
        )
    return metric


def _labels(instrument: Instrument) -> list[str]:
    return [instrument.label] if instrument.label else []


def _label_values(instrument: Instrument, of: str) -> list[str]:
    return [of] if instrument.label else []
