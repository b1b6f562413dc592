"""Simulated throws of dice."""

import base64
import re

import numpy as np
import pytest

from make.programs import dice_paths
from make.programs.dice_paths import Bodies, Floats, Throws

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


def test_it_multiplies_rotations_as_matrices_do() -> None:
    source = np.random.default_rng(1)
    left, right = source.normal(size=(2, 9, 4))
    left, right = (each / np.linalg.norm(each, axis=1)[:, None] for each in (left, right))
    together = dice_paths.matrices(dice_paths.products(left, right))
    one_by_one = dice_paths.matrices(left) @ dice_paths.matrices(right)
    assert np.allclose(together, one_by_one)


def test_it_falls_freely_until_it_hits_the_table(throws: Throws) -> None:
    bodies = dice_paths.thrown(SOME, np.random.default_rng(5))
    seconds = 2 * dice_paths.FRAME_S
    expected = bodies.position + bodies.velocity * seconds
    expected[:, 2] -= dice_paths.GRAVITY * seconds**2 / 2
    assert np.allclose(throws.positions[2], expected, atol=0.01)


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


def test_it_packs_a_path_that_ends_at_the_origin(throws: Throws) -> None:
    number = int(dice_paths.frames_to_rest(throws).argmin())
    frames, data = dice_paths.packed(throws, number)
    rows = np.frombuffer(data, dtype="<i2").reshape(frames, 7)
    assert (rows[-1, :3] == 0).all()
    start = throws.positions[0, number] - throws.positions[-1, number]
    assert np.allclose(rows[0, :3] / 1024, start, atol=0.001)
    assert np.allclose(
        rows[:, 3:] / 32767, throws.rotations[[*range(frames - 1), -1], number], atol=1e-4
    )


def test_it_wrote_the_module_that_the_browser_loads() -> None:
    module = dice_paths.OUTPUT.read_text()
    counts = re.search(r"FRAMES = \[([\d, ]+)\]", module)
    data = re.search(r'"([\w+/=]{99,})"', module)
    assert counts
    assert data
    frames = [int(count) for count in counts[1].split(", ")]
    assert len(frames) == dice_paths.PATHS
    assert len(base64.b64decode(data[1])) == sum(frames) * 7 * 2
