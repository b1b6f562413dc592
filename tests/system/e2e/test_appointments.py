"""An appointment: Anna plans a table, Bob says that he comes, and two days later both sit there."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.site import Site
from tests.system.e2e.test_daily import on_database


def test_two_people_find_the_table_at_its_time(arrive: Arrive, site: Site) -> None:
    anna, bob = arrive("Anna"), arrive("Bob", phone=True)
    page = anna.page
    page.goto("/d/new?variant=yacht")
    # The zone is that of the browser.
    expect(page.get_by_label("Time zone")).not_to_have_value("")
    date = datetime.now(UTC) + timedelta(days=2)
    page.get_by_label("Day").fill(date.date().isoformat())
    page.get_by_label("Time", exact=True).fill("20:00")
    page.get_by_label("Name", exact=True).fill("Friday night")
    page.get_by_label("Your name").fill(anna.name)
    page.get_by_role("button", name="Make the appointment").click()
    page.wait_for_url(re.compile(r"/d/\w{12}/$"))
    link = page.url
    expect(page.get_by_text("Opens in")).to_be_visible()

    bob.page.goto(link)
    bob.page.get_by_role("button", name="I come").click()
    expect(bob.page.get_by_role("heading", name="2 come")).to_be_visible()
    with bob.page.expect_download() as file:
        bob.page.get_by_role("link", name="Into my calendar").click()
    assert "SUMMARY:Friday night" in file.value.path().read_text()

    # Two days later, nine minutes before.
    at = (datetime.now(UTC) + timedelta(minutes=9)).strftime("%Y-%m-%d %H:%M:%S")
    on_database(site, f"UPDATE games_appointment SET starts_at = '{at}'")
    leads = bob.page.get_by_role("link", name="To the table")
    for _ in range(20):
        bob.page.reload()
        if leads.count():
            break
        bob.page.wait_for_timeout(1000)
    leads.click()
    bob.page.wait_for_url("**/r/*/")
    page.reload()
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(bob.page.url)
    expect(anna.page.get_by_text(anna.name).first).to_be_visible()
