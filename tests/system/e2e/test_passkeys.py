"""A passkey of a virtual authenticator: made, used to sign in, and removed."""

from playwright.sync_api import Locator, Page, Request, expect

from tests.system.e2e.browser import box_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site
from tests.system.e2e.test_lobby import PASSWORD, sign_up


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
    sign_out(page)
    page.goto("/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Good to see you, Petra.")).to_be_visible()


def sign_out(page: Page) -> None:
    page.goto("/sign-out/")
    page.get_by_role("main").get_by_role("button").last.click()


def test_the_password_alone_opens_nothing_once_the_switch_is_on(site: Site, arrive: Arrive) -> None:
    person = arrive("Paula", site.url.replace("127.0.0.1", "localhost"))
    page = person.page
    sign_up(person)
    with_authenticator(person)
    page.goto("/settings/second-factor/")
    panel = page.locator("#passkeys")
    panel.get_by_label("Name of the passkey").fill("Laptop")
    panel.get_by_label("Password").fill(PASSWORD)
    panel.get_by_role("button", name="Add a passkey").click()
    expect(panel.get_by_text("Laptop")).to_be_visible()
    switch = page.locator("#ask-passkey")
    switch.get_by_label("Password").fill(PASSWORD)
    switch.get_by_role("button", name="Turn it on").click()
    codes = page.get_by_role("main").locator("code")
    expect(codes).to_have_count(10)
    recovery = codes.first.inner_text()
    for show in (by_passkey, lambda page: by_code(page, recovery)):
        sign_out(page)
        page.goto("/sign-in/")
        page.get_by_label("Name").fill("Paula")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_role("heading", name="One more step")).to_be_visible()
        show(page)
        expect(page.get_by_role("heading", name="Good to see you, Paula.")).to_be_visible()
    # The code has just been shown: factors may be changed at once.
    page.goto("/settings/second-factor/")
    expect(page.get_by_text("9 recovery codes are left.")).to_be_visible()
    panel.get_by_label("Password").first.fill(PASSWORD)
    panel.get_by_role("button", name="Remove").click()
    expect(panel.get_by_text("Laptop")).to_be_hidden()


def by_passkey(page: Page) -> None:
    page.get_by_role("button", name="Use your passkey").click()


def by_code(page: Page, code: str) -> None:
    page.get_by_label("Recovery code").fill(code)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_it_is_shown_before_a_change(site: Site, arrive: Arrive) -> None:
    person = arrive("Pola", site.url.replace("127.0.0.1", "localhost"))
    page = person.page
    sign_up(person)
    with_authenticator(person)
    page.goto("/settings/second-factor/")
    panel = page.locator("#passkeys")
    panel.get_by_label("Password").fill(PASSWORD)
    panel.get_by_role("button", name="Add a passkey").click()
    expect(panel.get_by_role("button", name="Remove")).to_be_visible()
    sign_out(page)
    # Without the switch the password alone signs in; but it changes no factor.
    page.goto("/sign-in/")
    page.get_by_label("Name").fill("Pola")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Good to see you, Pola.")).to_be_visible()
    page.goto("/settings/second-factor/")
    expect(page.get_by_role("button", name="Remove")).to_be_hidden()
    page.get_by_role("button", name="Use your passkey").click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()


SLOW = """
for (const name of ["create", "get"]) {
  const answer = navigator.credentials[name].bind(navigator.credentials);
  navigator.credentials[name] = async (options) => {
    await new Promise((done) => setTimeout(done, 400));
    return answer(options);
  };
}
"""
"""Somebody has to look for their finger first."""
BROKEN = """
navigator.credentials.create = async () => {
  throw new DOMException("A request is already pending.", "InvalidStateError");
};
"""
TRY_AGAIN = "That did not work. Please try again later."


def clicks_twice(page: Page, button: Locator) -> None:
    """Click where the button is, and there again 20 ms later."""
    button.scroll_into_view_if_needed()
    box = box_of(button)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for gap_ms in (20, 0):
        page.mouse.down()
        page.mouse.up()
        page.wait_for_timeout(gap_ms)


def note_options(page: Page) -> list[str]:
    """The requests for options of a passkey that the page sends from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/options"):
            asked.append(request.url)

    page.on("request", note)
    return asked


def test_two_clicks_ask_for_one_passkey(site: Site, arrive: Arrive) -> None:
    person = arrive("Pia", site.url.replace("127.0.0.1", "localhost"))
    page = person.page
    sign_up(person)
    with_authenticator(person)
    page.add_init_script(SLOW)
    page.goto("/settings/second-factor/")
    panel = page.locator("#passkeys")
    panel.get_by_label("Password").fill(PASSWORD)
    asked = note_options(page)
    clicks_twice(page, panel.get_by_role("button", name="Add a passkey"))
    expect(panel.get_by_role("button", name="Remove")).to_have_count(1)
    assert len(asked) == 1
    sign_out(page)
    page.goto("/sign-in/")
    clicks_twice(page, page.get_by_role("button", name="Sign in with a passkey"))
    expect(page.get_by_role("heading", name="Good to see you, Pia.")).to_be_visible()
    assert len(asked) == 2


def test_it_says_in_its_own_words_what_failed(site: Site, arrive: Arrive) -> None:
    person = arrive("Pam", site.url.replace("127.0.0.1", "localhost"))
    page = person.page
    sign_up(person)
    page.add_init_script(BROKEN)
    page.goto("/settings/second-factor/")
    panel = page.locator("#passkeys")
    panel.get_by_label("Password").fill(PASSWORD)
    asked = note_options(page)
    for number in (1, 2):
        panel.get_by_role("button", name="Add a passkey").click()
        expect(panel.get_by_role("alert")).to_have_text(TRY_AGAIN)
        assert len(asked) == number
