"""A passkey of a virtual authenticator: made, used to sign in, and removed."""

from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.e2e.site import Site
from tests.e2e.test_lobby import PASSWORD, sign_up


def with_authenticator(person: Person) -> None:
    """Give the browser a virtual authenticator, whose owner always agrees."""
    devtools = person.page.context.new_cdp_session(person.page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )


def test_it_signs_in_without_a_password(site: Site, arrive: Arrive) -> None:
    # Browsers take no passkey for an address of numbers.
    person = arrive("Petra", site.url.replace("127.0.0.1", "localhost"))
    page = person.page
    sign_up(person)
    with_authenticator(person)
    page.goto("/settings/second-factor/")
    panel = page.locator("#passkeys")
    panel.get_by_label("Name of the passkey").fill("Laptop")
    panel.get_by_label("Password").fill(PASSWORD)
    panel.get_by_role("button", name="Add a passkey").click()
    expect(panel.get_by_text("Laptop")).to_be_visible()
    page.goto("/sign-out/")
    page.get_by_role("main").get_by_role("button").last.click()
    page.goto("/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Good to see you, Petra.")).to_be_visible()
