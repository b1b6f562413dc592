"""Simulate thrown dice, and write the paths that the browser's dice follow.

A die is a rigid cube with rounded corners: eight spheres that hit a table with friction. Thousands
of throws are simulated together; `best_throws` keeps some that are short, bounce, and stay in their
lane. The result, `static/js/dice/paths.js`, is the same on every run.

Units: the edge of a die is 1, times are in seconds. x points to the right, y in the direction of
the throw, z up. Collisions use impulses with restitution and Coulomb friction (Mirtich,
"Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, chapter 3). The moment of inertia of
a solid cube is the same about every axis, so that no torque arises from its rotation.
"""

import base64
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

THROWS = 9000
PATHS = 12
SEED = 1962
TAKES = "Half a minute."
CHEAP = ()
STEP_S = 1 / 3000
FRAME_S = 1 / 60
LONGEST_S = 0.8
GRAVITY = 105.0
RESTITUTION = 0.6
FRICTION = 0.34
CORNER = 0.1
"""The radius of a corner."""
INERTIA = 1 / 6
SLOWEST_BOUNCE = 1.6
"""Slower hits do not bounce."""
POSITION_SCALE = 1024
ROTATION_SCALE = 32767
OUTPUT = Path("static/js/dice/paths.js")
_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
_CORNERS = _SIGNS * (0.5 - CORNER)


@dataclass
class Bodies:
    """Many dice: positions and velocities (n, 3), rotations as unit quaternions (n, 4) w x y z."""

    position: Floats
    velocity: Floats
    rotation: Floats
    spin: Floats


@dataclass(frozen=True)
class Throws:
    """Simulated throws: one row for each frame in `positions` and `rotations` (frames, n, ...)."""

    positions: Floats
    rotations: Floats
    bounces: npt.NDArray[np.int64]


def products(left: Floats, right: Floats) -> Floats:
    """Return the products of quaternions, row by row."""
    w, x, y, z = left.T
    a, b, c, d = right.T
    return np.stack(
        [
            w * a - x * b - y * c - z * d,
            w * b + x * a + y * d - z * c,
            w * c - x * d + y * a + z * b,
            w * d + x * c - y * b + z * a,
        ],
        axis=1,
    )


def matrices(rotation: Floats) -> Floats:
    """Return the rotation matrices (n, 3, 3) of quaternions (n, 4); columns are the die's axes."""
    w, x, y, z = rotation.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.array(rows).transpose(2, 0, 1)


def thrown(count: int, source: np.random.Generator) -> Bodies:
    """Return dice as they leave the hand: at any angle, forward and down, rolling forward."""
    rotation = source.normal(size=(count, 4))
    spread = source.normal(size=(count, 3))
    velocity = np.array([0.0, 7.0, -3.0]) + spread * [0.35, 1.4, 1.2]
    spin = np.array([-17.0, 0.0, 0.0]) + source.normal(size=(count, 3)) * [5.0, 5.0, 4.0]
    height = source.uniform(1.3, 1.7, size=count)
    position = np.stack([np.zeros(count), np.zeros(count), height], axis=1)
    return Bodies(position, velocity, rotation / np.linalg.norm(rotation, axis=1)[:, None], spin)


def _push(bodies: Bodies, arm: Floats, impulse: Floats) -> None:
    bodies.velocity += impulse
    bodies.spin += np.cross(arm, impulse) / INERTIA


def hit_table(bodies: Bodies, arm: Floats) -> npt.NDArray[np.bool_]:
    """Let the points at `arm` from the centres hit the table; return which dice bounced."""
    depth = -(bodies.position[:, 2] + arm[:, 2])
    speed = bodies.velocity + np.cross(bodies.spin, arm)
    hits = (depth > 0) & (speed[:, 2] < 0)
    bounces = hits & (speed[:, 2] < -SLOWEST_BOUNCE)
    resistance = 1 + (arm[:, 0] ** 2 + arm[:, 1] ** 2) / INERTIA
    lift = np.where(hits, -(1 + RESTITUTION * bounces) * speed[:, 2] / resistance, 0)
    sliding = np.hypot(speed[:, 0], speed[:, 1]) + 1e-9
    drag = np.minimum(FRICTION * lift, sliding / (1 + (arm**2).sum(axis=1) / INERTIA))
    impulse = np.stack([-speed[:, 0] / sliding * drag, -speed[:, 1] / sliding * drag, lift], axis=1)
    _push(bodies, arm, impulse)
    bodies.position[:, 2] += np.where(depth > 0, 0.2 * depth, 0)
    return bounces


def advance(bodies: Bodies) -> npt.NDArray[np.bool_]:
    """Move the dice by one step; return which ones bounced."""
    bodies.velocity[:, 2] -= GRAVITY * STEP_S
    arms = np.einsum("nij,cj->cni", matrices(bodies.rotation), _CORNERS)
    arms[:, :, 2] -= CORNER
    bounced = np.zeros(len(bodies.position), dtype=np.bool_)
    for arm in arms:
        bounced |= hit_table(bodies, arm)
    touches = (bodies.position[:, 2] + arms[:, :, 2] < 0.01).any(axis=0)
    bodies.spin *= np.where(touches, 1 - 5.0 * STEP_S, 1)[:, None]
    bodies.position += bodies.velocity * STEP_S
    turn = np.concatenate([np.zeros((len(bodies.spin), 1)), bodies.spin], axis=1)
    bodies.rotation += 0.5 * STEP_S * products(turn, bodies.rotation)
    bodies.rotation /= np.linalg.norm(bodies.rotation, axis=1)[:, None]
    return bounced


def simulate(bodies: Bodies) -> Throws:
    """Simulate `LONGEST_S` of all throws."""
    steps = round(LONGEST_S / STEP_S)
    every = round(FRAME_S / STEP_S)
    positions, rotations = [bodies.position.copy()], [bodies.rotation.copy()]
    bounces = np.zeros(len(bodies.position), dtype=np.int64)
    last = np.full(len(bodies.position), -steps)
    for step in range(1, steps + 1):
        bounced = advance(bodies)
        bounces += bounced & (step - last > 0.05 / STEP_S)
        last = np.where(bounced, step, last)
        if step % every == 0:
            positions.append(bodies.position.copy())
            rotations.append(bodies.rotation.copy())
    return Throws(np.array(positions), np.array(rotations), bounces)


def tilts(rotation: Floats) -> Floats:
    """Return how far each die is from lying flat, 0 to 1 - 1/sqrt(3)."""
    return np.asarray(1 - np.abs(matrices(rotation)[:, 2, :]).max(axis=1))


def frames_to_rest(throws: Throws) -> npt.NDArray[np.int64]:
    """Return the frame from which each die lies still and flat; the last one if none."""
    last = throws.positions[-1]
    moved = np.abs(throws.positions - last).max(axis=2) > 0.012
    turned = np.abs((throws.rotations * throws.rotations[-1]).sum(axis=2)) < 0.9998
    moving = moved | turned
    frames = np.array(
        [int(np.flatnonzero(column)[-1]) + 2 if column.any() else 0 for column in moving.T]
    )
    flat = tilts(throws.rotations[-1]) < 0.0005
    return np.where(flat, np.minimum(frames, len(moving) - 1), len(moving) - 1)


def yaws(rotation: Floats) -> Floats:
    """Return the angle of each flat die about the vertical, in radians from -pi/4 to pi/4."""
    axes = matrices(rotation)
    across = np.abs(axes[:, 2, :]).argmin(axis=1)
    axis = np.take_along_axis(axes, across[:, None, None].repeat(3, 1), axis=2)[:, :, 0]
    angle = np.arctan2(axis[:, 1], axis[:, 0])
    return np.asarray((angle + np.pi / 4) % (np.pi / 2) - np.pi / 4)


def best_throws(throws: Throws) -> list[int]:
    """Return the numbers of `PATHS` good throws whose final angles differ."""
    ends = frames_to_rest(throws)
    travel = throws.positions[-1] - throws.positions[0]
    drift = np.abs(throws.positions[:, :, 0] - throws.positions[-1:, :, 0]).max(axis=0)
    apex = throws.positions[10:, :, 2].max(axis=0)
    good = (ends * FRAME_S <= 0.62) & (ends * FRAME_S >= 0.45) & (drift < 0.45)
    good &= (travel[:, 1] > 2.2) & (travel[:, 1] < 3.1) & (throws.bounces >= 2)
    good &= (throws.bounces <= 4) & (apex > 0.95) & (apex < 1.4)
    found = np.flatnonzero(good)
    angles = np.abs(yaws(throws.rotations[-1]))[found]
    wanted = (np.arange(PATHS) + 0.5) / PATHS * np.pi / 4
    chosen: list[int] = []
    for angle in wanted:
        order = np.argsort(np.abs(angles - angle))
        chosen.append(next(int(found[at]) for at in order if int(found[at]) not in chosen))
    return chosen


def packed(throws: Throws, number: int) -> tuple[int, bytes]:
    """Return the frames of a throw, and x y z w x y z of each frame as 16-bit integers.

    Positions are relative to the end. The last frame is that of the simulation's end.
    """
    last = int(frames_to_rest(throws)[number])
    shown = [*range(last), -1]
    positions = throws.positions[shown, number] - throws.positions[-1, number]
    rotations = throws.rotations[shown, number]
    rows = np.hstack([positions * POSITION_SCALE, rotations * ROTATION_SCALE])
    return last + 1, np.round(rows).astype("<i2").tobytes()


def module_of(throws: Throws) -> str:
    """Return the JavaScript module with the best throws."""
    rows = [packed(throws, number) for number in best_throws(throws)]
    data = base64.b64encode(b"".join(row for _, row in rows)).decode()
    counts = ", ".join(str(frames) for frames, _ in rows)
    return f"""// Paths of thrown dice, written by workshop/make/programs/dice_paths.py.

export const FRAME_MS = 1000 / 60;
export const POSITION_SCALE = {POSITION_SCALE};
export const ROTATION_SCALE = {ROTATION_SCALE};

/** The number of frames of each path. */
export const FRAMES = [{counts}];

/** All frames, 16-bit integers in base64: x, y, z from the place of rest, quaternion w, x, y, z. */
export const PATHS =
  "{data}";
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare no options: the result is the same on every run."""


def run(options: Namespace) -> None:
    """Simulate the throws and write the module."""
    source = np.random.default_rng(SEED)
    OUTPUT.write_text(module_of(simulate(thrown(THROWS, source))))
