"""Two browsers with the same link at the same moment: one of them has it."""

import threading

import pytest
from django.db import connections
from django.test import Client

from games.models import FirstLink, User
from games.site.account.operator import first_link
from tests.support.people import PASSWORD

BROWSERS = 6


@pytest.mark.django_db(transaction=True)
def test_it_lets_one_of_many_browsers_in() -> None:
    link = first_link.new_link()
    assert link is not None
    clients = [Client() for _ in range(BROWSERS)]
    statuses: list[int] = []
    gate = threading.Barrier(BROWSERS)

    def run(client: Client) -> None:
        gate.wait()
        statuses.append(client.post(link.path).status_code)
        connections.close_all()

    threads = [threading.Thread(target=run, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [302, *[404] * (BROWSERS - 1)]
    form = {"name": "Nora", "password": PASSWORD, "email": ""}
    opened = [client.post("/first/", form).status_code for client in clients]
    assert sorted(opened) == [302, *[404] * (BROWSERS - 1)]
    assert User.objects.filter(name="Nora").count() == 1
    assert FirstLink.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_servers_that_start_together_print_one_link() -> None:
    links: list[first_link.Link | None] = []
    gate = threading.Barrier(BROWSERS)

    def start() -> None:
        gate.wait()
        links.append(first_link.shared_link())
        connections.close_all()

    threads = [threading.Thread(target=start) for _ in range(BROWSERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(links) == BROWSERS
    (link,) = set(links)
    assert link is not None
    assert Client().get(link.path).status_code == 200
