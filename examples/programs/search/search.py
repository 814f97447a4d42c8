"""How starhop's own alpha-beta searches: games of Chinese Checkers between settings of it, at equal nodes.

`search.py NODES` gives each move that many. It needs `starhop` in PATH, or its path in STARHOP; any other
engine of UGI can take its place."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))
import starhop_program

NODES = int(sys.argv[1])
KEPT = 8  # Engines that go on running: a population has more settings than a machine has memory.


class Engine:
    def __init__(self, bot):
        words = [os.environ.get("STARHOP", "starhop"), "ugi", bot, "--threads", "1"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, word):
        """What follows that word in the answer."""
        self.tell(line)
        for answer in self.process.stdout:
            if answer.startswith("error"):
                raise ValueError(f"{line}: {answer}")
            if answer.startswith(word):
                return answer[len(word):].strip()
        raise EOFError(f"the engine ended at '{line}'")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


engines = {}


def engine(bot):
    """The engine of a bot, ready for a new game."""
    engines[bot] = engines.pop(bot, None) or Engine(bot)
    while len(engines) > KEPT:
        engines.pop(next(iter(engines))).end()
    engines[bot].tell("uginewgame")
    return engines[bot]


def bot(it):
    null_move = ",nullmove" if it["null-move"] else ""
    return f"alphabeta(nodes={NODES},width={it['width']}{null_move}):{it['evaluation']}"


def game(seats, _seed, opening):
    opening = opening or {"plies": 0, "seed": 0}
    players = [engine(bot(it)) for it in seats]
    beginner = engine("random")
    beginner.tell(f"setoption name Seed value {opening['seed']}")
    moves = []
    while True:
        by = beginner if len(moves) < opening["plies"] else players[len(moves) % 2]
        by.tell("position startpos moves " + " ".join(moves))
        if by.ask("query gameover", "response") == "true":
            result = by.ask("query result", "response")
            winner = {"p1win": 0, "p2win": 1}.get(result)
            return {"winner": winner, "plies": len(moves), "moves": " ".join(moves)}
        moves.append(by.ask("go", "bestmove"))


starhop_program.run(game=game)
