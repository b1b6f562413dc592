"""What the site is made of, as CycloneDX (SBOM): the packages of requirements.lock.

uv writes it. It exports only its own lock file, so this makes a project of the same versions first.
"""

import json
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from workshop.release.version import NotReleasable

PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*(?:\[[^\]]*\])?==[^\s;\\]+)", re.M)
# The image's system: other systems may need other versions.
ENVIRONMENT = "sys_platform == 'linux' and platform_python_implementation == 'CPython'"


def pins_of(lock: str) -> list[str]:
    """Return the packages of a lock file, such as "asgiref==3.13.0"."""
    return PIN.findall(lock)


def write(root: Path, name: str, version: str, target: Path) -> int:
    """Write the list to a JSON file, and return how many packages it has. Raises NotReleasable."""
    pins = pins_of((root / "requirements.lock").read_text())
    with TemporaryDirectory() as folder:
        project = {
            "name": json.dumps(name),
            "version": json.dumps(version),
            "requires-python": '">=3.11,<3.14"',
            "dependencies": json.dumps(pins),
        }
        lines = ["[project]", *(f"{key} = {value}" for key, value in project.items())]
        lines += ["[tool.uv]", f'environments = ["{ENVIRONMENT}"]']
        Path(folder, "pyproject.toml").write_text("\n".join(lines) + "\n")
        uv = root / ".venv/bin/uv"
        command = [str(uv), "export", "--quiet", "--format", "cyclonedx1.5"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReleasable(f"uv wrote no list of parts: {done.stderr.strip()}")
    found = {(each["name"], each["version"]) for each in json.loads(done.stdout)["components"]}
    wanted = {_named(pin) for pin in pins}
    if found != wanted:
        raise NotReleasable(f"The list of parts and requirements.lock differ: {found ^ wanted}.")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(done.stdout)
    return len(found)


def _named(pin: str) -> tuple[str, str]:
    name, _, version = pin.partition("==")
    return re.sub(r"[-_.]+", "-", name.partition("[")[0]).lower(), version
