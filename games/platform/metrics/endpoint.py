"""The HTTP endpoint of one process, with its own address and its own thread. It shows our
instruments as Prometheus' client library wants them.

Each process has one, instead of files that all processes share (`PROMETHEUS_MULTIPROC_DIR`). So
operators see which process is slow, a killed process leaves nothing behind, and counting takes a
few instructions without a lock. The thread answers even while the event loop is blocked.
"""

import errno
from collections.abc import Iterable, Iterator
from itertools import accumulate
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from games.platform.metrics.catalogue import Counter, Gauge, Histogram, Instrument, instruments

MAX_PROCESSES = 64
"""How many processes of one machine may share a METRICS_PORT. Each takes the first free port from
there on.
"""
MAX_PORT = 65535


class Instruments(Collector):
    """Reads instruments each time the endpoint is asked."""

    def __init__(self, instruments: Iterable[Instrument]) -> None:
        self._instruments = list(instruments)

    def collect(self) -> Iterator[Metric]:
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


class NoFreePortError(Exception):
    """No port is free for the endpoint."""


class Endpoint:
    """An endpoint that is open."""

    def __init__(self, server: WSGIServer) -> None:
        self._server = server
        self.port: int = server.server_port

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def registry() -> CollectorRegistry:
    """Return what the endpoint shows: our instruments, and the library's figures of a process."""
    collected = CollectorRegistry(auto_describe=False)
    collected.register(Instruments(instruments()))
    ProcessCollector(registry=collected)
    PlatformCollector(registry=collected)
    GCCollector(registry=collected)
    return collected


def open_endpoint(address: str, port: int) -> Endpoint:
    """Listen on the first free port from `port` on. Raises NoFreePortError, and OSError for an
    address that this machine does not have.
    """
    collected = registry()
    for candidate in range(port, min(port + MAX_PROCESSES, MAX_PORT + 1)):
        try:
            server, _ = start_http_server(candidate, address, collected)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            return Endpoint(server)
    raise NoFreePortError(f"No port from {port} on is free for metrics.")
