"""Games of chess between settings of an engine of UCI, whose options are the parameters.

`uci.py ENGINE LIMIT OPTION=VALUE ...` gives each move that limit, such as `depth 6` or `nodes 20000`, and sets these options
first. An option goes by its name in small letters with hyphens for all that is neither letter nor digit, so that
`mobility-middle-game` is "Mobility (Middle Game)". It needs the package chess: `pip install chess`."""

import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import chess

sys.path.append(str(Path(__file__).parent.parent))
import starhop_program

ENGINE, LIMIT, *OPTIONS = sys.argv[1:]
for option in OPTIONS:
    if "=" not in option:
        sys.exit(f"uci.py: '{option}' is not OPTION=VALUE")
KEPT = 8  # Engines that go on running: a population has more settings than a machine has memory.


def plain(name):
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


class Engine:
    def __init__(self, settings):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(ENGINE), stdin=pipe, stdout=pipe, text=True)
        said = self.ask("uci", "uciok")
        names = [re.match("option name (.*?) type ", line) for line in said]
        names = {plain(name[1]): name[1] for name in names if name}
        for option, value in settings:
            if plain(option) not in names:
                raise ValueError(f"{ENGINE} has no option {option}, but {', '.join(names)}")
            value = str(value).lower() if isinstance(value, bool) else value
            self.tell(f"setoption name {names[plain(option)]} value {value}")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, word):
        """The lines of the answer, up to the one that begins with that word."""
        self.tell(line)
        said = []
        for answer in self.process.stdout:
            said.append(answer.strip())
            if answer.startswith(word):
                return said
        raise EOFError(f"{ENGINE} ended at '{line}'")

    def end(self):
        self.process.kill()
        self.process.wait()


engines = {}


def engine(it):
    """The engine with these settings, ready for a new game."""
    settings = tuple(option.split("=", 1) for option in OPTIONS) + tuple(it.items())
    key = str(settings)
    engines[key] = engines.pop(key, None) or Engine(settings)
    while len(engines) > KEPT:
        engines.pop(next(iter(engines))).end()
    engines[key].tell("ucinewgame")
    engines[key].ask("isready", "readyok")
    return engines[key]


def is_drawn(board):
    return board.halfmove_clock >= 100 or board.is_repetition() or board.is_insufficient_material()


def game(seats, _seed, opening):
    players = [engine(it) for it in seats]
    board = chess.Board()
    opening = opening or {"plies": 0, "seed": 0}
    chance = random.Random(opening["seed"])
    while any(board.legal_moves) and not is_drawn(board):
        ply = board.ply()
        if ply < opening["plies"]:
            move = chance.choice(list(board.legal_moves))
        else:
            so_far = " ".join(move.uci() for move in board.move_stack)
            players[ply % 2].tell(f"position startpos moves {so_far}")
            best = players[ply % 2].ask(f"go {LIMIT}", "bestmove")[-1]
            move = board.parse_uci(best.split()[1])
        board.push(move)
    # Who has no move is mated or in stalemate.
    winner = 1 - board.ply() % 2 if board.is_checkmate() else None
    moves = " ".join(move.uci() for move in board.move_stack)
    return {"winner": winner, "plies": board.ply(), "moves": moves}


starhop_program.run(game=game)
