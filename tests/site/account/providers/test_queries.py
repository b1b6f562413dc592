"""What a browser brings back from a provider in the address, or pretends to."""

import pytest
from django.test import Client

from tests.site.account.providers.school import School, asked_of

pytestmark = pytest.mark.django_db

QUERIES = {
    "no code": "",
    "an empty code": "code=",
    "two codes": "code=a&code=b",
    "a long code": "code=" + "x" * 30_000,
    "a code of odd bytes": "code=%00%ff%ed%a0%80",
    "an error without a name": "error=",
    "two errors": "error=a&error=access_denied",
    "an odd error": "error=%00%ff",
    "an odd issuer": "iss=%00%ff&code=a",
}


@pytest.mark.parametrize("case", QUERIES)
def test_an_odd_answer_by_the_browser_signs_nobody_in(
    school: School, client: Client, case: str
) -> None:
    state = asked_of(client.post("/sign-in/with/school/"))["state"]
    address = f"/sign-in/with/school/done/?state={state}&{QUERIES[case]}"
    assert client.get(address).status_code in (302, 422)
    assert "_auth_user_id" not in client.session
    # It works once, whatever came of it.
    assert client.get(address).status_code == 422


STATES = ["", "%00", "%ff", "x" * 5000, "__class__", "a&state=b", "_state_school_a"]


@pytest.mark.parametrize("state", STATES)
def test_a_state_that_nobody_made_signs_nobody_in(
    school: School, client: Client, state: str
) -> None:
    client.post("/sign-in/with/school/")
    assert client.get(f"/sign-in/with/school/done/?code=a&state={state}").status_code == 422
