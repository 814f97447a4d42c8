"""OpenSpiel's Monte Carlo tree search as an engine of UGI, for Chinese Checkers: docs/engines.md.

It needs `pip install open_spiel`. A turn is one or more of OpenSpiel's actions: a step, or hops one by one and then a
pass. `go nodes N` is N simulations for each action, each with one random playout.

By OpenSpiel's rules a turn may also end in a side corner. Where starhop calls the chosen turn illegal, the engine plays
the shortest legal move that begins with the most visited action.
"""

import re
import sys

import pyspiel

PASS = 726  # ends a chain of hops
# Both number the holes row by row from the left.
ROWS = zip("abcdefghijklmnopq", [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1])
NAMES = [f"{row}{place + 1}" for row, length in ROWS for place in range(length)]

plies, seed = 150, 0
state = None


def path(move):
    """The holes that a move of starhop's touches; none for `pass`."""
    return [NAMES.index(name) for name in re.split("[->]", move) if move != "pass"]


def ends(state, action):
    """The holes that a step or hop leaves and reaches; none for a pass."""
    return [int(hole) for hole in re.findall("[0-9]+", state.action_to_string(action))]


def play(move):
    """Plays a move of starhop's, action by action."""
    player, holes = state.current_player(), path(move)
    for pair in zip(holes, holes[1:]):
        state.apply_action(next(it for it in state.legal_actions() if ends(state, it) == list(pair)))
    if state.current_player() == player:
        state.apply_action(PASS)


def best(simulations, legal):
    """The legal move that is chosen; the same for the same seed and game so far."""
    turn, roots, holes = state.clone(), [], []
    while turn.current_player() == state.current_player():
        chance = (seed + len(turn.history())) % 2**31  # one seed for all moves would repeat them
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=chance)
        search = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, simulations, 1000, True, chance, False)
        roots.append(search.mcts_search(turn))
        action = roots[-1].best_child().action
        holes += ends(turn, action)
        turn.apply_action(action)
    moves = [it for it in legal if path(it)[:1] + path(it)[-1:] == holes[:1] + holes[-1:]]
    for child in sorted(roots[0].children, key=lambda it: -it.explore_count):
        begun = [it for it in legal if path(it)[:2] == ends(state, child.action)]
        moves += sorted(begun, key=lambda it: len(path(it)))
    return (moves + legal)[0]


for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        answer = """id name OpenSpiel's MCTS
id author the authors of OpenSpiel
option name Players type spin default 2 min 2 max 6
option name Rules type string default standard
option name Seed type spin default 0 min 0 max 9007199254740991
option name LegalMoves type check default false
ugiok"""
    elif words[:1] == ["isready"]:
        answer = "readyok"
    elif words[:2] == ["go", "nodes"]:
        answer = "bestmove " + best(int(words[2]), words[words.index("searchmoves") + 1 :])
    elif words[:1] == ["go"]:
        answer = "error it goes by nodes alone"
    elif words[:3] == ["setoption", "name", "Players"] and words[4] != "2":
        answer = "error it plays with two players alone"
    elif words[:2] == ["position", "fen"]:
        answer = "error it plays from the start alone"
    elif words[:1] == ["quit"]:
        break
    else:
        if words[:3] == ["setoption", "name", "Seed"]:
            seed = int(words[4])
        elif words[:3] == ["setoption", "name", "Rules"]:
            cap = re.search("ply-cap=([0-9]+)", line)
            plies = int(cap[1]) if cap else 150
        elif words[:2] == ["position", "startpos"]:
            state = pyspiel.load_game("chinese_checkers", {"max_moves": plies}).new_initial_state()
            for move in words[3:]:
                play(move)
        continue
    print(answer, flush=True)
