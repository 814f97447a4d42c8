"""Answers starhop by hand, and fails where files beside it say so.

`faults` has a number: of as many questions one is answered wrongly, in one of six ways, by a
schedule that goes on from start to start. `draws` has the share of games that are drawn; the stronger wins the
others. `refuses` has a seed at which it fails whenever it is asked.
`stays` makes it ignore the end of its input, and start another process that does. With the argument
`farther` it says the opposite of what it says without.
"""

import json
import os
import subprocess
import sys
import time


def file(name):
    return open(name).read().strip() if os.path.exists(name) else None


def mixed(number):
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB % 2**64
    return number ^ (number >> 31)


def worth(vector):
    return sum(len(it) if isinstance(it, str) else float(it) for it in vector)


def answered(question, goal):
    sign = -1 if "farther" in sys.argv else 1
    total = sum(map(worth, question["vectors"]))
    chance = mixed(question["seed"] * 31 + int(total * 1000)) / 2**64
    if goal != "game":
        values = question["vectors"][0]
        far = sum((float(it) - 3) ** 2 for it in values if not isinstance(it, str))
        return {"score": sign * far + chance}
    strength = [worth(question["vectors"][index]) for index in question["seats"]]
    if file("draws"):
        stronger = int(strength[1] > strength[0])
        return {"winner": None if chance < float(file("draws")) else stronger, "plies": 30}
    winner = int(chance > 0.5 + sign * (strength[0] - strength[1]) / 40)
    return {"winner": None if chance < 0.05 else winner, "plies": 30 + int(chance * 20)}


def fault(kind, question, goal):
    wrong = {"id": question["id"], **answered(question, goal)}
    if goal == "game":
        wrong["winner"] = 0
    else:
        wrong["score"] = -1e9
    if kind == 0:
        sys.exit(3)
    elif kind == 1:
        time.sleep(100)
    elif kind == 2:
        print("Traceback: I am no answer", flush=True)
    elif kind == 3:
        print(json.dumps(wrong)[:-1], end="", flush=True)
        os._exit(0)
    elif kind == 4:
        print(json.dumps({**wrong, "id": question["id"] + 1000}), flush=True)
    else:
        print("{" + "9" * 200_000, end="", flush=True)


hello = json.loads(sys.stdin.readline())
goal = hello["goal"]
with open("starts", "a") as starts:
    starts.write(f"{os.getpid()}\n")
start = sum(1 for _ in open("starts"))
if file("stays"):
    other = subprocess.Popen(["sleep", "1000"])
    with open("starts", "a") as starts:
        starts.write(f"{other.pid}\n")
print(json.dumps({"starhop": 1}), flush=True)
rate = int(file("faults") or 0)
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    if file("refuses") and question["seed"] % int(file("refuses")) == 0:
        print(f"I refuse {question['seed']}", file=sys.stderr, flush=True)
        sys.exit(1)
    chance = mixed(start * 1_000_003 + number)
    # The first of every second process is answered, so that no question fails four times.
    if rate and chance % rate == 0 and (number > 0 or start % 2 == 0):
        with open("done-faults", "a") as done:
            done.write(f"{chance // rate % 6}\n")
        fault(chance // rate % 6, question, goal)
        continue
    print(json.dumps({"id": question["id"], **answered(question, goal)}), flush=True)
if file("stays"):
    time.sleep(1000)
