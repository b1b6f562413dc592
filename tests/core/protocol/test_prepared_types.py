"""Types that threads decode to are prepared when their module is imported."""

import subprocess
import sys

import pytest

PREPARED = """
import inspect, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "yachtsite.settings"
import django
django.setup()
import msgspec
from games.site.study.analysis import api_types as analysis_types
from games.site.shared.answers import acting, types
from games.core.engine import Replay, Sealing, Turn
from games.core.engine.state import LastFill
from games.record.log import records
from games.tables.live import bus

read = []
def watch(frame, event, _):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        read.append(frame.f_locals["obj"])

def is_struct(value):
    return inspect.isclass(value) and issubclass(value, msgspec.Struct)

structs = [each for module in (types, analysis_types, acting)
           for _, each in inspect.getmembers(module, is_struct)]
sys.setprofile(watch)
for each in (LastFill, Replay, Sealing, Turn, bus.Hint, *structs):
    msgspec.json.Decoder(each)
class Later(msgspec.Struct):
    number: int
msgspec.json.Decoder(Later)
sys.setprofile(None)
print(len(structs), [each.__name__ for each in read])
"""


@pytest.mark.process
def test_it_reads_no_annotations_after_the_import() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PREPARED], capture_output=True, text=True, timeout=60, check=True
    )
    count, read = done.stdout.split(" ", 1)
    assert int(count) > 30
    # The last one shows that the watch works.
    assert read.strip() == "['Later']"
