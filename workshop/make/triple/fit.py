"""Fit the weights of one turn to values of cards: least squares, and Adam for the hidden units."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.core.solver.compiled import compiled
from games.core.solver.triple.cards import BOXES, Floats, Ints
from games.core.solver.triple.features import FEATURES, HIDDEN_INPUTS, PAIRS, active
from games.core.solver.triple.network import Network, evaluate

Singles = NDArray[np.float32]

RIDGE = 2.0
BATCH = 1024
UPPER_TRIANGLE = np.triu_indices(BOXES, 1)


class Schedule(NamedTuple):
    """How the hidden units are trained: epochs and initial learning rate."""

    epochs: int
    rate: float = 3e-3


@compiled
def _design(states: Ints, inputs: Singles) -> None:
    """Write the features of each card and its pairs of open boxes into a matrix of zeros."""
    found = np.empty(65, np.int64)
    for row in range(states.shape[0]):
        _, count = active(states[row], found)
        boxes = 0
        for place in range(count):
            inputs[row, found[place]] = 1.0
            boxes += found[place] < BOXES
        for place in range(boxes):
            i = found[place]
            for other in range(place + 1, boxes):
                j = found[other]
                inputs[row, FEATURES + i * (2 * BOXES - i - 1) // 2 + j - i - 1] = 1.0


def design(states: Ints) -> Singles:
    """Return the design matrix, (cards, FEATURES + PAIRS)."""
    inputs = np.zeros((len(states), FEATURES + PAIRS), np.float32)
    _design(states, inputs)
    return inputs


def _gram(inputs: Singles, units: Singles) -> Floats:
    """Return the matrix of the normal equations of inputs and units, with the ridge term."""
    cross = inputs.T @ units
    gram = np.block([[inputs.T @ inputs, cross], [cross.T, units.T @ units]]).astype(np.float64)
    gram[np.diag_indices_from(gram)] += RIDGE
    return gram


def train_hidden(
    inputs: Singles,
    residuals: Singles,
    weights: list[Singles],
    schedule: Schedule,
    rng: np.random.Generator,
) -> None:
    """Train hidden weights, hidden biases and output weights on the residuals, in place (Adam)."""
    means = [np.zeros_like(weight) for weight in weights]
    squares = [np.zeros_like(weight) for weight in weights]
    steps = schedule.epochs * max(1, len(inputs) // BATCH)
    order, step = rng.permutation(len(inputs)), 0
    while step < steps:
        for begin in range(0, max(1, len(inputs) - BATCH + 1), BATCH):
            rows = order[begin : begin + BATCH]
            gradients = _gradients(inputs[rows], residuals[rows], weights)
            step += 1
            rate = schedule.rate * (1 - step / (steps + 1))
            for place, gradient in enumerate(gradients):
                means[place] += 0.1 * (gradient - means[place])
                squares[place] += 0.01 * (gradient**2 - squares[place])
                scale = np.sqrt(squares[place] / (1 - 0.99**step)) + 1e-8
                weights[place] -= rate * means[place] / (1 - 0.9**step) / scale
            if step >= steps:
                break
        order = rng.permutation(len(inputs))


def _gradients(inputs: Singles, residuals: Singles, weights: list[Singles]) -> list[Singles]:
    hidden, bias, out = weights
    units = np.maximum(inputs @ hidden + bias, 0)
    errors = (units @ out - residuals) * np.float32(2 / len(inputs))
    back = np.outer(errors, out) * (units > 0)
    return [inputs.T @ back, back.sum(axis=0), units.T @ errors]


def fit_turn(
    network: Network,
    turn: int,
    states: Ints,
    targets: Floats,
    schedule: Schedule,
    rng: np.random.Generator,
) -> float:
    """Set the weights of one turn; return the root mean square of the residuals.

    It starts from the present weights of the turn. The ridge shrinks the changes, not the weights,
    so weights that the cards do not determine stay as they are.
    """
    inputs = design(states)
    few = np.ascontiguousarray(inputs[:, :HIDDEN_INPUTS])
    used = np.flatnonzero(inputs.any(axis=0))
    inputs = np.ascontiguousarray(inputs[:, used])
    weights = [
        part[turn].astype(np.float32) for part in (network.hidden, network.hidden_bias, network.out)
    ]
    units = _units(few, weights)
    left = targets - evaluate_all(states, network)
    bias = left.mean()
    left -= bias
    gram = _gram(inputs, units)
    change = np.zeros(len(used))
    left = _improve(gram, inputs, units, left, change, weights[2]) + units @ weights[2]
    scale = np.float32((left - units @ weights[2]).std() + 1e-6)
    weights[2] /= scale
    train_hidden(few, (left / scale).astype(np.float32), weights, schedule, rng)
    weights[2] *= scale
    units = _units(few, weights)
    size = len(used)
    gram[size:, :size] = units.T @ inputs
    gram[:size, size:] = gram[size:, :size].T
    gram[size:, size:] = units.T @ units + RIDGE * np.eye(units.shape[1])
    left = _improve(gram, inputs, units, left - units @ weights[2], change, weights[2])
    changes = np.zeros(FEATURES + PAIRS)
    changes[used] = change
    _add(network, turn, bias, changes, weights)
    return float(np.sqrt(np.mean(left**2)))


@compiled
def evaluate_all(states: Ints, network: Network) -> Floats:
    """Return the fitted value of each card."""
    values = np.empty(states.shape[0])
    for row in range(states.shape[0]):
        values[row] = evaluate(states[row], network)
    return values


def _improve(
    gram: Floats, inputs: Singles, units: Singles, left: Floats, change: Floats, out: Singles
) -> Floats:
    """Add the least-squares solution for the residuals to the weights; return the new residuals."""
    # Residuals are small, so single precision is enough.
    single = left.astype(np.float32)
    moments = np.concatenate([inputs.T @ single, units.T @ single]).astype(np.float64)
    solution = np.linalg.solve(gram, moments)
    size = inputs.shape[1]
    change += solution[:size]
    single = solution.astype(np.float32)
    out += single[size:]
    rest: Floats = left - inputs @ single[:size] - units @ single[size:]
    return rest


def _units(inputs: Singles, weights: list[Singles]) -> Singles:
    units: Singles = np.maximum(inputs @ weights[0] + weights[1], 0)
    return units


def _add(network: Network, turn: int, bias: float, changes: Floats, weights: list[Singles]) -> None:
    network.bias[turn] += bias
    network.linear[turn] += changes[:FEATURES]
    pairs = np.zeros((BOXES, BOXES))
    pairs[UPPER_TRIANGLE] = changes[FEATURES:]
    network.pairs[turn] += pairs + pairs.T
    network.hidden[turn], network.hidden_bias[turn], network.out[turn] = weights
