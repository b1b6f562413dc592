"""Reports of measurements on databases of several sizes, side by side."""

from collections.abc import Sequence

import msgspec

from workshop.lab.growth.measurement import Cost


class Report(msgspec.Struct):
    """The costs on one database. events: how long its logs are together."""

    events: int
    costs: list[Cost]


def compared(reports: Sequence[Report]) -> list[str]:
    """Return a Markdown table: one row for each task; time, CPU time of the process and pages read
    for each database.
    """
    sizes = " | ".join(f"{report.events:,} events: ms | CPU ms | pages" for report in reports)
    lines = [f"| what | queries | {sizes} | big tables read whole |"]
    lines.append("|---" * (3 + 3 * len(reports)) + "|")
    by_name = [{(cost.kind, cost.name): cost for cost in report.costs} for report in reports]
    for key, last in by_name[-1].items():
        found = [costs[key] for costs in by_name if key in costs]
        cells = " | ".join(f"{cost.ms:.1f} | {cost.cpu_ms:.1f} | {cost.blocks:,}" for cost in found)
        whole = ", ".join(last.scanned)
        lines.append(f"| {key[0]}: {key[1]} | {last.queries} | {cells} | {whole} |")
    return lines
