"""An engine of UGI that plays legal moves at random, in any game of starhop's: docs/engines.md.

It knows no rules, since it has an option LegalMoves, and plays the same games again, since it has an option Seed.
"""

import random
import sys

chance = random.Random()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        answer = """id name random.py
id author starhop
option name Seed type spin default 0 min 0 max 9007199254740991
option name LegalMoves type check default false
ugiok"""
    elif words[:1] == ["isready"]:
        answer = "readyok"
    elif words[:1] == ["go"]:
        answer = "bestmove " + chance.choice(words[words.index("searchmoves") + 1 :])
    elif words[:1] == ["quit"]:
        break
    else:
        if words[:3] == ["setoption", "name", "Seed"]:
            chance.seed(int(words[4]))
        continue
    print(answer, flush=True)
