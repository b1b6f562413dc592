"""What bundles do, run by Node beside the modules they are made of."""

import json
from pathlib import Path

import pytest

from games.platform.bundling.bundle import Bundle
from games.platform.bundling.module_source import BundleError
from tests.platform.bundling.conftest import Run, made

FILES = {
    "js/main.js": """\
// The entry.
import plain, { double as twice, LIST, Shape } from "./lib/numbers.js";
import * as words from "./lib/words.js";
import "./lib/effect.js";
import { wordsAgain, greeting, /* a comment */ default as standard } from "./lib/all.js";
import again from "./lib/all.js";

const text = `  two
    lines // ${twice(2)}`;
console.log(plain(), twice(21), LIST.join(), new Shape().name, words.hello, wordsAgain, greeting);
console.log(standard, again);
console.log(text, globalThis.effects);
""",
    "js/lib/numbers.js": """\
import { base } from "bare";
var shared = "numbers";
export default function () { return shared + base; }
export function double(n) { return 2 * n; } /* inside
of two lines */ export const LIST = [1, 2],
  other = 3;
export class Shape { name = "shape"; }
""",
    "js/lib/words.js": """\
import { LIST } from "./numbers.js";
var shared = "words";
const hello = `hello ${LIST.length} ${shared}`;
export { hello };
""",
    "js/lib/effect.js": "globalThis.effects = (globalThis.effects ?? 0) + 1;\n",
    "js/lib/all.js": """\
export * from "./words.js";
export { hello as wordsAgain } from "./words.js";
const local = "hi";
export { local as greeting, local as default };
""",
    "vendor/bare.mjs": 'var shared="bare",n=7;export{n as base};',
}
BARE = {"bare": "vendor/bare.mjs"}


def write(folder: Path, bundles: list[Bundle]) -> None:
    (folder / "bundles").mkdir()
    (folder / "package.json").write_text('{"type": "module"}')
    for bundle in bundles:
        (folder / bundle.path).write_text(bundle.code)
        (folder / f"{bundle.path}.map").write_text(bundle.source_map)


def write_modules(folder: Path, files: dict[str, str]) -> None:
    (folder / "node_modules" / "bare").mkdir(parents=True)
    package = {"type": "module", "exports": "./bare.mjs"}
    (folder / "node_modules" / "bare" / "package.json").write_text(json.dumps(package))
    for path, text in files.items():
        target = folder / path
        if path.startswith("vendor/"):
            target = folder / "node_modules" / "bare" / "bare.mjs"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


@pytest.mark.process
def test_it_does_what_the_modules_do(tmp_path: Path, run: Run) -> None:
    bundles = made(FILES, "js/main.js", bare=BARE)
    write(tmp_path, bundles)
    write_modules(tmp_path, FILES)
    assert [bundle.path for bundle in bundles] == ["bundles/main.js"]
    expected = run("js/main.js")
    assert "numbers7 42 1,2 shape hello 2 words" in expected
    assert run("bundles/main.js") == expected


@pytest.mark.process
def test_it_maps_every_line_to_its_source(tmp_path: Path, run: Run) -> None:
    files = {
        "js/main.js": 'import { fail } from "./fail.js";\n\ntry { fail(); } catch (error) {\n'
        "  console.log(error.stack);\n}\n",
        "js/fail.js": "// One.\n\nexport function fail() {\n  // Two.\n  throw new Error();\n}\n",
    }
    write(tmp_path, made(files, "js/main.js"))
    stack = run("bundles/main.js")
    assert "js/fail.js:5:" in stack
    assert "js/main.js:3:" in stack


LAZY = {
    "js/a.js": """\
import { count } from "./common.js";
const { later } = await_(import("./later.js"));
function await_(promise) { promise.then(({ later }) => console.log(later(), count())); return {}; }
""",
    "js/b.js": 'import("./later.js").then((all) => console.log(all.later()));\n',
    "js/common.js": "let n = 0;\nexport function count() { n += 1; return n; }\n",
    "js/later.js": 'import { count } from "./common.js";\n'
    'export const later = () => "later" + count();\n',
}


@pytest.mark.process
def test_it_loads_a_module_later_and_shares_what_is_loaded(tmp_path: Path, run: Run) -> None:
    bundles = made(LAZY, "js/a.js", "js/b.js")
    assert [each.path for each in bundles] == ["bundles/a.js", "bundles/b.js", "bundles/later.js"]
    write(tmp_path, bundles)
    assert run("bundles/a.js") == "later1 2\n"
    assert run("bundles/b.js") == "later1\n"


def test_it_leaves_out_of_a_later_bundle_what_every_page_has() -> None:
    *_, later = made(LAZY, "js/a.js")
    assert later.path == "bundles/later.js"
    assert "function count" not in later.code
    *_, later = made(LAZY, "js/a.js", "js/b.js")
    assert "function count" in later.code


WORKER = {
    "js/main.js": 'import { name } from "./common.js";\nconsole.log(name);import("./later.js");\n',
    "js/later.js": 'const address = import.meta.resolve("./worker.js");\n'
    'console.log(address.split("/").slice(-2).join("/"));\n',
    "js/common.js": 'export const name = "common";\n',
    "js/worker.js": 'import { name } from "./common.js";\nconsole.log("worker", name);\n',
}


@pytest.mark.process
def test_it_makes_a_bundle_of_a_worker_with_all_that_it_needs(tmp_path: Path, run: Run) -> None:
    bundles = made(WORKER, "js/main.js")
    assert {each.path for each in bundles} == {
        f"bundles/{x}.js" for x in ("main", "later", "worker")
    }
    write(tmp_path, bundles)
    assert run("bundles/main.js") == "common\nbundles/worker.js\n"
    assert run("bundles/worker.js") == "worker common\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("export let n = 1;", "exports a variable"),
        ("export const { n } = {};", "exports a pattern"),
        ('import { n } from "unknown";', "which has no file"),
        ('import "./main.js";', "needs itself"),
        ("const = 1;", "is not understood"),
    ],
)
def test_it_refuses_what_it_cannot_bundle(text: str, message: str) -> None:
    with pytest.raises(BundleError, match=message):
        made({"js/main.js": text}, "js/main.js")
