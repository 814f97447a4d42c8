"""The hyperparameters of something that is no game: nearest neighbours that tell two spirals apart.

A score is the share of points that are told rightly, each by all others; no chance is in it."""

import math
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))
import starhop_program


def spirals(count, seed):
    """Points (x, y, what they are): two spirals with noise, and a coordinate that says nothing."""
    rng = random.Random(seed)
    points = []
    for number in range(count):
        kind, turn = number % 2, 1 + 9 * rng.random()
        angle = turn + math.pi * kind
        x, y = (turn * f(angle) + rng.gauss(0, 0.5) for f in (math.cos, math.sin))
        points.append(((x, y, rng.uniform(-50, 50)), kind))
    return points


POINTS = spirals(120, 1)


def score(it, _seed):
    weights = (1, it["y-weight"], it["z-weight"])
    right = 0
    for point, kind in POINTS:
        near = sorted((distance(point, other, weights, it["metric"]), own)
                      for other, own in POINTS if other is not point)
        votes = 0
        for gap, own in near[: it["neighbours"]]:
            vote = 1 / (gap + 1e-9) if it["by-distance"] else 1
            votes += vote if own == kind else -vote
        right += votes > 0
    return right / len(POINTS)


def distance(one, other, weights, metric):
    gaps = [weight * abs(a - b) for weight, a, b in zip(weights, one, other)]
    if metric == "greatest":
        return max(gaps)
    return sum(gaps) if metric == "sum" else math.hypot(*gaps)


starhop_program.run(score=score)
