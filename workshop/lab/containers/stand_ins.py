"""Images to build and run with: those that are named if a registry answers, else stand-ins made of
Debian's packages, from the mirror of this machine.
"""

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from workshop.lab.containers.engine import (
    BASE,
    Failed,
    build,
    check,
    engine,
    hand_over,
    run,
    status_of,
)

HERE = Path(__file__).parent / "stand_ins"
SUITE = "trixie"
REGISTRY = "https://registry-1.docker.io/v2/"
VERSIONS = {
    "postgres": ("postgres", "--version"),
    "valkey": ("valkey-server", "--version"),
    "redis": ("redis-server", "--version"),
    "nginx": ("nginx", "-v"),
    "prometheus": ("prometheus", "--version"),
}
"""How each service that others make says its version."""
PACKAGES = (
    *("podman", "buildah", "runc", "debootstrap", "iptables"),
    *("netavark", "aardvark-dns", "containernetworking-plugins"),
)
PROGRAMS = ("podman", "buildah", "runc", "debootstrap")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


def install_programs() -> None:
    """Install podman and what it needs, if it is missing. Raises Failed."""
    if all(shutil.which(each) for each in PROGRAMS):
        return
    run("apt-get", "update")
    run("apt-get", "install", "--yes", "--no-install-recommends", *PACKAGES)


def mirror() -> str:
    """Return the address of Debian's packages that this machine uses. Raises Failed."""
    apt = Path("/etc/apt")
    for file in (*apt.glob("sources.list"), *sorted(apt.glob("sources.list.d/*"))):
        if address := re.search(
            r"^(?:URIs:|deb) +(https?://\S+/debian/?)\s", file.read_text(), re.M
        ):
            return address[1]
    raise Failed("apt's sources name no mirror of Debian")


def registry_answers() -> bool:
    """Return whether the registry of images can be reached from here."""
    return status_of(REGISTRY) in (200, 401)


def make_base(directory: Path, registry: bool) -> str:
    """Have the base image in podman's store; return where it is from. Raises Failed."""
    known = run("podman", "images", "--format", "{{.Repository}}:{{.Tag}}").splitlines()
    if BASE in known:
        return "was here"
    if registry:
        run("podman", "pull", "--quiet", BASE)
        return "pulled"
    _install_debian(directory / "rootfs", directory / "base.tar")
    return "made of Debian's packages"


def _install_debian(root: Path, archive: Path) -> None:
    script = Path("/usr/share/debootstrap/scripts", SUITE)
    if not script.exists():
        script.symlink_to("sid")
    packages = "--include=ca-certificates,python3,python3-venv"
    run("debootstrap", "--variant=minbase", "--no-check-gpg", packages, SUITE, str(root), mirror())
    shutil.copyfile(CERTIFICATES, root / str(CERTIFICATES).lstrip("/"))
    run("chroot", str(root), "python3", "-m", "venv", "/usr/local")
    run("tar", "-C", str(root), "-cf", str(archive), ".")
    run("podman", "import", str(archive), BASE)
    archive.unlink()
    shutil.rmtree(root)


def obtain(named: Mapping[str, str], registry: bool, say: Callable[[str], None]) -> dict[str, str]:
    """Have an image for each service, from the registry or made here; return their names.

    named: what docker-compose.yml names, by service. Raises Failed.
    """
    return {service: _obtain_one(service, name, registry, say) for service, name in named.items()}


def _obtain_one(service: str, name: str, registry: bool, say: Callable[[str], None]) -> str:
    image, how = f"localhost/stand-in/{service}", "made of Debian's packages"
    if registry:
        image, how = full_name(name), "pulled"
        run("podman", "pull", "--quiet", image)
        hand_over(image)
    else:
        build(HERE, image, "--build-arg", f"BASE={BASE}", "--target", service)
    command = VERSIONS[service]
    words = engine("run", "--rm", "--entrypoint", command[0], image, *command[1:])
    check(bool(words), f"{service} says no version")
    say(f"{name}: {how}, really runs: {words.splitlines()[0]}")
    return image


def full_name(name: str) -> str:
    """Return the name of an image with its registry, which podman wants."""
    return f"docker.io/{name}" if "/" in name else f"docker.io/library/{name}"
