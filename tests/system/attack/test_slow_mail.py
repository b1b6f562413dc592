"""A slow mail server tells nobody which addresses are known, and no mail is lost."""

import http.client
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.mail_server import MailServer, running_mail_server
from tests.support.servers import Server, Site
from tests.support.services.processes import stop_child, wait_until

ADDRESS = "alice@example.com"
CREATE = (
    "from games.people.accounts.players import create_account;"
    f"create_account('Alice', 'red sails at dawn', '{ADDRESS}')"
)


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    """A mail server that takes mail, but does not say so."""
    with running_mail_server() as server:
        server.answers.clear()
        yield server


@pytest.fixture
def site(tmp_path: Path, mail_server: MailServer) -> Site:
    """A site where Alice has an account. It waits for the mail server longer than any test."""
    site = Site(tmp_path, EMAIL_URL=mail_server.url, EMAIL_TIMEOUT="600")
    site.manage("shell", "-c", CREATE)
    return site


def ask(server: Server, address: str, host: str) -> int:
    """Ask for a reset mail; return the status of the answer."""
    token = "a" * 32
    body = urlencode({"email": address, "csrfmiddlewaretoken": token})
    headers = {
        "Host": host,
        "Cookie": f"csrftoken={token}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("POST", "/password/reset/", body, headers)
        return connection.getresponse().status


def query(site: Site, statement: str) -> list[tuple[int]]:
    """Run a statement on the site's database."""
    database = sqlite3.connect(site.directory / "yacht.sqlite3", timeout=20)
    with closing(database), database:
        return database.execute(statement).fetchall()


def test_it_answers_while_the_mail_server_hangs(site: Site, mail_server: MailServer) -> None:
    with site.serving() as server:
        # Nothing but the answer to this request could wait for the mail server.
        for address in (ADDRESS, "nobody@example.com", ADDRESS):
            assert ask(server, address, host="127.0.0.1:6666") == 302
        assert wait_until(lambda: bool(mail_server.mails), server.child, server.log)
        assert ask(server, ADDRESS, host="127.0.0.1:6666") == 302
        mail_server.answers.set()
    (mail,) = mail_server.mails
    assert f"To: {ADDRESS}" in mail
    assert f"http://localhost:{server.port}/password/reset/" in mail
    assert ":6666" not in mail


def test_it_sends_a_mail_again_after_the_worker_was_killed(
    site: Site, mail_server: MailServer
) -> None:
    with site.serving() as server:
        ask(server, ADDRESS, host="localhost")
        assert wait_until(lambda: bool(mail_server.mails), server.child, server.log)
        server.child.kill()
        server.child.wait()
    # The pause before the second try is two minutes: it is over.
    query(site, "UPDATE games_outgoingmail SET next_try_at = asked_at")
    mail_server.answers.set()
    worker = site.start_worker()
    try:
        log = next(site.directory.glob("worker-*.log"))
        sent = "SELECT count(*) FROM games_outgoingmail"
        assert wait_until(lambda: query(site, sent) == [(0,)], worker, log)
    finally:
        stop_child(worker)
    assert len(mail_server.mails) == 2
