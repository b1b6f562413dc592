"""The program in the documentation knows what this site has signed."""

import re
import time

from games.site.front.circles.hook_sending import signature
from tests.environment import ROOT


def test_the_program_of_the_documentation_checks_signatures() -> None:
    text = (ROOT / "docs" / "webhooks.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    space: dict[str, object] = {}
    exec(program, space)
    is_genuine = space["is_genuine"]
    assert callable(is_genuine)
    now, body = str(int(time.time())), b'{"type":"test"}'
    headers = {"Yacht-Timestamp": now, "Yacht-Signature": f"sha256={signature('s', now, body)}"}
    assert is_genuine("s", headers, body)
    assert not is_genuine("t", headers, body)
    assert not is_genuine("s", headers, body + b" ")
    old = str(int(now) - 1000)
    signed = {"Yacht-Timestamp": old, "Yacht-Signature": f"sha256={signature('s', old, body)}"}
    assert not is_genuine("s", signed, body)
