"""`script/release X.Y.Z`: checks, version, changelog, commit, tag, list of parts, image. It pushes
nothing, and says at the end how to.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from workshop.release import parts_list, version
from workshop.release.version import NotReleasable

ROOT = Path(__file__).resolve().parents[2]
BUILDERS = ("podman", "docker")
LOCAL = "localhost/{name}"
"""The name of an image that belongs to no registry: nobody is claimed to publish it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a release. Return the status of the process."""
    parser = argparse.ArgumentParser(prog="script/release", description=__doc__)
    parser.add_argument("version", help="such as 1.1.0")
    parser.add_argument("--skip-checks", action="store_true", help="for a try: no script/ci")
    parser.add_argument("--skip-image", action="store_true", help="build no image")
    options = parser.parse_args(arguments)
    try:
        release(options.version, checks=not options.skip_checks, image=not options.skip_image)
    except NotReleasable as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    return 0


def release(number: str, *, checks: bool, image: bool) -> None:
    """Make the release of this checkout. Raises NotReleasable."""
    version.check(ROOT, number)
    tag = f"v{number}"
    _check_tree(tag)
    builder = _builder() if image else None
    if checks:
        _run("script/ci", "script/ci fails: mend that first.", "--release")
    name = _package()
    target = ROOT / "var/releases" / f"{name}-{number}.cdx.json"
    parts = parts_list.write(ROOT, name, number, target)
    files = version.change(ROOT, number, datetime.now(UTC).date())
    _git("add", *files)
    _git("commit", "--quiet", "-m", f"Release {number}")
    _git("tag", "--annotate", tag, "-m", f"Release {number}")
    print(f"{tag} is tagged. It has {parts} packages: {target}")
    names = image_names(name, number)
    if builder is not None:
        _build(builder, names)
    print(farewell(tag, names, builder))


def image_names(package: str, number: str) -> list[str]:
    """Return the names of the image: IMAGE is the publisher's choice."""
    base = os.environ.get("IMAGE") or LOCAL.format(name=package)
    return [f"{base}:{number}"]


def farewell(tag: str, names: list[str], builder: str | None) -> str:
    """Return what the publisher does next."""
    lines = ["Nothing was pushed. To publish it:", f"  git push origin HEAD {tag}"]
    if builder is None:
        lines.append("  (no image was built)")
    elif names[0].startswith("localhost/"):
        lines.append("  To push the image, set IMAGE, such as IMAGE=registry.example.org/you/name.")
    else:
        lines += [f"  {builder} push {name}" for name in names]
    return "\n".join(lines)


def _check_tree(tag: str) -> None:
    if _output("git", "status", "--porcelain"):
        raise NotReleasable("The tree has changes: commit or stash them first.")
    if _output("git", "tag", "--list", tag):
        raise NotReleasable(f"There is a tag {tag} already.")


def _package() -> str:
    """Return the name of the package: pyproject.toml is the one place that says it."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"])


def _builder() -> str:
    """Return the program that builds images. Before the tag, which could not be taken back."""
    builder = next((each for each in BUILDERS if shutil.which(each)), None)
    if builder is None:
        raise NotReleasable("There is neither podman nor docker here; --skip-image builds none.")
    return builder


def _build(builder: str, names: list[str]) -> None:
    tags = [word for name in names for word in ("--tag", name)]
    _run(builder, "The image was not built; the tag stays.", "build", *tags, ".")


def _run(program: str, otherwise: str, *arguments: str) -> None:
    if subprocess.run([program, *arguments], cwd=ROOT, check=False).returncode:
        raise NotReleasable(otherwise)


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True)


def _output(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
