"""The public log of commitments: its tab, and its download in parts."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.core.engine.fair_log import COMMITMENT, ChainEntry
from games.core.numbers import whole
from games.platform.limits.rates import client_address, spend
from games.record.fairness.public_log import read_entries, read_head, shared_secret
from games.record.log.records import group_list, moment
from games.record.reveals.shared_dice import groups_among, heads_of_group
from games.site.shared.pages.etags import not_modified, page_etag
from games.site.shared.pages.shortcuts import page

ENTRIES_A_PAGE = 20
# As text, an entry has about 230 bytes.
ENTRIES_A_PART = 5000
COLUMNS = "index,time,kind,game,value,previous,hash"
YEAR = 31_536_000


@require_safe
def fair_log(request: HttpRequest) -> HttpResponse:
    """Show the log, newest first: from the entry below `?before=`, or with the entry `?entry=`."""
    head = read_head()
    last = min(_newest_shown(request, head.index), head.index)
    etag = page_etag(request, f"{head.hash} {last} {request.GET.get('entry')}")
    kept = None if etag is None else not_modified(request, etag)
    if kept is not None:
        return kept
    first = max(last - ENTRIES_A_PAGE + 1, 1)
    answer = page(
        request,
        "proof/log.html",
        head=head,
        entries=_rows(read_entries(first, last), request.GET.get("entry")),
        older=first if first > 1 else None,
        newer=None if last == head.index else last + ENTRIES_A_PAGE + 1,
        parts=range(1, _parts(head.index) + 1),
        part_size=ENTRIES_A_PART,
    )
    if etag is not None:
        answer["ETag"] = etag
        patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _rows(entries: Sequence[ChainEntry], asked: str | None) -> list[dict[str, Any]]:
    """Return what the page shows of these entries, newest first; the one `asked` for is open."""
    groups = groups_among([entry.game for entry in entries if entry.kind != COMMITMENT])
    return [
        {
            "entry": entry,
            "at": moment(entry.at),
            "is_group": entry.game in groups,
            "is_open": str(entry.index) == asked,
        }
        for entry in reversed(entries)
    ]


def _newest_shown(request: HttpRequest, head: int) -> int:
    """Return the index of the first line of the page. Raises Http404."""
    before, entry = request.GET.get("before"), request.GET.get("entry")
    if before is not None:
        return _index(before) - 1
    if entry is not None:
        # Count pages from the newest entry, as the links of the pages do.
        return head - (head - _index(entry)) // ENTRIES_A_PAGE * ENTRIES_A_PAGE
    return head


def _index(text: str) -> int:
    index = whole(text)
    if not index:
        raise Http404("There is no such entry.")
    return index


def _parts(entries: int) -> int:
    return -(-entries // ENTRIES_A_PART)


@require_safe
def fair_log_part(request: HttpRequest, part: int) -> HttpResponse:
    """Return a part of the log, from 1, as CSV. A full part never changes."""
    spend("api", client_address(request))
    first, last = (part - 1) * ENTRIES_A_PART + 1, part * ENTRIES_A_PART
    head = read_head()
    if not 1 <= part <= max(_parts(head.index), 1):
        raise Http404("The log has no such part.")
    # The newest entry of the part stands for all: each holds the hash of the one before it.
    (newest,) = read_entries(last, last) or [head]
    etag = f'"{newest.hash[:24]}-csv"'
    answer = not_modified(request, etag) or HttpResponse(
        _csv(read_entries(first, newest.index)), content_type="text/csv; charset=utf-8"
    )
    answer["ETag"] = etag
    if newest.index == last:
        patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(answer, no_cache=True)
    return answer


@require_safe
def fair_log_group(request: HttpRequest, code: str) -> HttpResponse:
    """Return the list of the games of a group that is over, as text."""
    # Its SHA-256 is the value of the group's entry in the log, so it never changes.
    spend("api", client_address(request))
    if shared_secret(code) is None:
        raise Http404("There is no such group of games, or it is not over.")
    text = group_list(heads_of_group(code))
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    return answer


def _csv(entries: list[ChainEntry]) -> str:
    return "".join([f"{COLUMNS}\n", *map(_line, entries)])


def _line(entry: ChainEntry) -> str:
    return ",".join(map(str, msgspec.structs.astuple(entry))) + "\n"
