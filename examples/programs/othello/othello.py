"""Othello between weights of the 64 squares: each side plays the move after which its discs are worth
the most more than the other's. Change `WEIGHTS`, `play` and tune.toml, and it is your game."""

import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))
import starhop_program

ALL = (1 << 64) - 1
NOT_LEFT, NOT_RIGHT = ALL // 255 * 254, ALL // 255 * 127
# Bit 0 is the upper left corner. A step is a shift, and what it may not wrap onto.
LEFTWARDS = [(1, NOT_LEFT), (8, ALL), (9, NOT_LEFT), (7, NOT_RIGHT)]
RIGHTWARDS = [(1, NOT_RIGHT), (8, ALL), (9, NOT_RIGHT), (7, NOT_LEFT)]


def moves(own, other):
    """The squares where `own` may move, as bits."""
    found = 0
    for shift, mask in LEFTWARDS:
        inner = other & mask
        line = (own << shift) & inner
        for _ in range(5):
            line |= (line << shift) & inner
        found |= (line << shift) & mask
    for shift, mask in RIGHTWARDS:
        inner = other & mask
        line = (own >> shift) & inner
        for _ in range(5):
            line |= (line >> shift) & inner
        found |= (line >> shift) & mask
    return found & ~(own | other) & ALL


def flipped(own, other, move):
    """The discs that a move turns over."""
    turned = 0
    for shift, mask in LEFTWARDS:
        line, at = 0, (move << shift) & mask
        while at & other:
            line |= at
            at = (at << shift) & mask
        if at & own:
            turned |= line
    for shift, mask in RIGHTWARDS:
        line, at = 0, (move >> shift) & mask
        while at & other:
            line |= at
            at = (at >> shift) & mask
        if at & own:
            turned |= line
    return turned


def tables(weights):
    """What the discs of each row of eight are worth together, for all 256 ways to fill it."""
    rows = [weights[row * 8 : row * 8 + 8] for row in range(8)]
    worth = lambda row, filled: sum(it for bit, it in enumerate(row) if filled >> bit & 1)
    return [[worth(row, filled) for filled in range(256)] for row in rows]


KNOWN = {}


def known_tables(vector):
    """The same, made once for each vector that comes again and again."""
    weights = tuple(vector.values())
    if weights not in KNOWN:
        if len(KNOWN) > 100:
            KNOWN.clear()
        KNOWN[weights] = tables(weights)
    return KNOWN[weights]


def each(bits):
    while bits:
        yield bits & -bits
        bits &= bits - 1


def play(seats, seed, opening):
    """A game: who won, how long it took, and its moves."""
    sides = [known_tables(vector) for vector in seats]
    rng = random.Random(seed)
    start = random.Random(opening["seed"]) if opening else None
    boards = [0x0000000810000000, 0x0000001008000000]
    turn, passed, line = 0, 0, []
    while passed < 2:
        own, other = boards[turn], boards[1 - turn]
        legal = moves(own, other)
        if not legal:
            turn, passed = 1 - turn, passed + 1
            continue
        passed = 0
        if opening and len(line) < opening["plies"]:
            chosen = start.choice(list(each(legal)))
        else:
            chosen = best(own, other, legal, sides[turn], rng)
        turned = flipped(own, other, chosen)
        boards[turn], boards[1 - turn] = own | turned | chosen, other & ~turned
        line.append(chosen.bit_length())
        turn = 1 - turn
    discs = [board.bit_count() for board in boards]
    winner = None if discs[0] == discs[1] else int(discs[1] > discs[0])
    return {"winner": winner, "plies": len(line), "moves": " ".join(map(str, line))}


def best(own, other, legal, rows, rng):
    """The move whose disc and turned discs are worth the most; among equals, by chance."""
    most, found = None, []
    for move in each(legal):
        turned = flipped(own, other, move)
        # What is turned over counts twice: the other loses it.
        value, both = 0, turned | move
        for row in rows:
            value += row[both & 255] + row[turned & 255]
            both, turned = both >> 8, turned >> 8
        if most is None or value > most:
            most, found = value, [move]
        elif value == most:
            found.append(move)
    return found[0] if len(found) == 1 else rng.choice(found)


if __name__ == "__main__":
    starhop_program.run(game=play)
