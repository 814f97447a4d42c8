"""An engine that plays a legal move by its seed, and fails as the file `fault` says at its third move, once."""

import os
import random
import sys
import time


def fault():
    try:
        with open("fault", encoding="utf-8") as file:
            kind = file.read().strip()
    except FileNotFoundError:
        return ""
    os.remove("fault")
    return kind


def fail(kind):
    if kind == "dies":
        print("lost count", file=sys.stderr, flush=True)
        os._exit(1)
    if kind == "hangs":
        time.sleep(600)
    if kind == "half":
        print("bestmove ", end="", flush=True)
        os._exit(0)
    if kind == "floods":
        while True:
            print("info depth 1 pv so it goes on", flush=True)
    if kind == "long":
        print("x" * 100_000, end="", flush=True)
        time.sleep(600)
    if kind == "garbage":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
        time.sleep(600)
    if kind == "twice":
        print("bestmove 1\nbestmove 7", flush=True)
        return
    print({"illegal": "bestmove zz", "error": "error no idea"}.get(kind, "bestmove"), flush=True)
    if kind == "nonsense":
        time.sleep(600)


with open("starts", "a", encoding="utf-8") as file:
    file.write(f"{os.getpid()}\n")
if os.path.exists("stays") and not os.fork():
    with open("starts", "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(600)
chance, moves = random.Random(), 0
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("Engine 1\n\noption name Seed type spin\noption name LegalMoves type check")
        print("option name My Name type string default x\nugiok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words == ["uginewgame"]:
        moves = 0
    elif words[:3] == ["setoption", "name", "Seed"]:
        chance.seed(int(words[4]))
    elif words[:1] == ["go"]:
        moves += 1
        if moves == 3 and (kind := fault()):
            fail(kind)
        legal = words[words.index("searchmoves") + 1 :]
        print("info depth 2 nodes 30 score cp 150 pv", legal[0])
        print("bestmove", chance.choice(legal), flush=True)
