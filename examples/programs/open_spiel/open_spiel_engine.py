"""OpenSpiel's Monte Carlo tree search as an engine of UGI, for Connect Four: docs/engines.md.

It needs `pip install open_spiel`. `go nodes N` is N simulations, each with one random playout.
"""

import sys

import pyspiel

game = pyspiel.load_game("connect_four")
seed = 0
state = game.new_initial_state()


def best(simulations):
    """The action that is chosen; the same for the same seed and position."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, seed, False)
    return search.step(state)


for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        answer = """id name OpenSpiel's MCTS
id author the authors of OpenSpiel
option name Seed type spin default 0 min 0 max 9007199254740991
ugiok"""
    elif words[:1] == ["isready"]:
        answer = "readyok"
    elif words[:2] == ["go", "nodes"]:
        answer = f"bestmove {best(int(words[2])) + 1}"
    elif words[:1] == ["go"]:
        answer = "error it goes by nodes alone"
    elif words[:1] == ["quit"]:
        break
    else:
        if words[:3] == ["setoption", "name", "Seed"]:
            seed = int(words[4]) % 2**31
        elif words[:2] == ["position", "startpos"]:
            state = game.new_initial_state()
            for column in words[3:]:
                state.apply_action(int(column) - 1)
        continue
    print(answer, flush=True)
