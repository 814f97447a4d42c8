"""A sphere with noise: the nearer to the middle, the less, but for a normal number."""

import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))
import starhop_program

MIDDLE = {"x": 3.0, "y": -40.0, "z": 0.02, "rounds": 7}
WIDTH = {"x": 1.0, "y": 20.0, "z": 0.01, "rounds": 2}


def score(it, seed):
    distance = sum(((it[name] - MIDDLE[name]) / WIDTH[name]) ** 2 for name in MIDDLE)
    return distance + (it["method"] != "slow") + it["shortcut"] + random.Random(seed).gauss(0, 0.5)


starhop_program.run(score=score)
