"""The fitted weights as data: one file with jokers and bonus Yahtzees, one without.

The rules `forced` and `free` rarely differ, so they share their weights.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from games.core.solver.triple.cards import BOXES
from games.core.solver.triple.network import Network

FOLDER = Path(__file__).parent / "weights"
UPPER_TRIANGLE = np.triu_indices(BOXES, 1)


def save(path: Path, network: Network, about: dict[str, Any]) -> None:
    """Write weights in half and single precision, with metadata."""
    np.savez_compressed(
        path,
        about=np.array(json.dumps(about)),
        bias=network.bias,
        linear=network.linear.astype(np.float32),
        pairs=network.pairs[:, *UPPER_TRIANGLE].astype(np.float16),
        hidden=network.hidden.astype(np.float16),
        hidden_bias=network.hidden_bias.astype(np.float32),
        out=network.out.astype(np.float32),
    )


def read(path: Path) -> Network:
    """Read a file written by `save`. Raises `OSError` or `KeyError` for other files."""
    with np.load(path) as data:
        pairs = np.zeros((BOXES, BOXES, BOXES))
        pairs[:, *UPPER_TRIANGLE] = data["pairs"]
        return Network(
            data["bias"],
            data["linear"].astype(np.float64),
            pairs + pairs.transpose(0, 2, 1),
            data["hidden"].astype(np.float64),
            data["hidden_bias"].astype(np.float64),
            data["out"].astype(np.float64),
        )


def about(path: Path) -> dict[str, Any]:
    """Return the metadata of a file of weights: how they were fitted and their errors."""
    with np.load(path) as data:
        found: dict[str, Any] = json.loads(str(data["about"]))
        return found


def path_of(joker: str) -> Path:
    """Return the path of the weights for a value of the switch."""
    return FOLDER / ("none.npz" if joker == "none" else "forced.npz")


@cache
def load(joker: str) -> Network:
    """Return the weights for a value of the switch; reads the file once."""
    return read(path_of(joker))
