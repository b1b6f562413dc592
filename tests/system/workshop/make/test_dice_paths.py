"""Simulated throws of dice."""

import base64
import re

import numpy as np
import pytest

from workshop.make.programs import dice_paths
from workshop.make.programs.dice_paths import Bodies, Floats, Throws

SOME = 12


@pytest.fixture(scope="module")
def throws() -> Throws:
    """A few simulated throws."""
    return dice_paths.simulate(dice_paths.thrown(SOME, np.random.default_rng(5)))


def energy(bodies: Bodies) -> Floats:
    """The energy of height, movement and rotation of solid cubes with the mass 1."""
    moving = (bodies.velocity**2).sum(axis=1) / 2
    turning = (bodies.spin**2).sum(axis=1) / 12
    return np.asarray(dice_paths.GRAVITY * bodies.position[:, 2] + moving + turning)


def test_it_never_gains_energy() -> None:
    bodies = dice_paths.thrown(SOME, np.random.default_rng(5))
    least = energy(bodies)
    for _ in range(800):
        dice_paths.advance(bodies)
        now = energy(bodies)
        assert (now <= least * 1.01).all()
        least = np.minimum(least, now)


def test_it_comes_to_rest_on_a_side(throws: Throws) -> None:
    ended = dice_paths.frames_to_rest(throws) < len(throws.positions) - 1
    assert ended.sum() > SOME / 3
    assert np.allclose(throws.positions[-1, ended, 2], 0.5, atol=0.01)
    assert (dice_paths.tilts(throws.rotations[-1])[ended] < 0.001).all()


def test_it_wrote_the_module_that_the_browser_loads() -> None:
    module = dice_paths.OUTPUT.read_text()
    counts = re.search(r"FRAMES = \[([\d, ]+)\]", module)
    data = re.search(r'"([\w+/=]{99,})"', module)
    assert counts
    assert data
    frames = [int(count) for count in counts[1].split(", ")]
    assert len(frames) == dice_paths.PATHS
    assert len(base64.b64decode(data[1])) == sum(frames) * 7 * 2
