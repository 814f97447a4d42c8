"""A bot for `starhop serve --tcp ADDRESS` that plays legal moves at random: docs/protocol.md.

python3 random_bot.py 127.0.0.1:7122 TABLE
"""

import json
import random
import socket
import sys
import time

if len(sys.argv) != 3:
    sys.exit("usage: random_bot.py ADDRESS TABLE")
address, table = sys.argv[1:]
host, port = address.rsplit(":", 1)
connection = socket.create_connection((host, int(port)))
# For reading alone: a text file for both ways forgets at each write what it has read ahead.
lines = connection.makefile(encoding="utf-8", newline="\n")
events = []


def ask(**what):
    """Asks something and returns the answer; events that come before it are put by."""
    while True:
        connection.sendall((json.dumps(what) + "\n").encode())
        while "answer" not in (line := json.loads(lines.readline())):
            events.append(line)
        if line["answer"] != "refused":
            return line
        if not line["why"].startswith("too much is asked"):
            sys.exit(line["why"])
        time.sleep(1)


ask(ask="hello", version=1)
me = ask(ask="join", table=table, name="random.py")
past = ask(ask="watch", table=table)["events"]
while True:
    event = events.pop(0) if events else json.loads(lines.readline())
    if event["is"] == "end":
        print("won" if event["winner"] == me["seat"] else "not won", "by", event["reason"])
        break
    turn = event.get("turn", turn if event["event"] else None)
    if turn == me["seat"] and event["event"] + 1 >= past and event["is"] in ("start", "move", "seat"):
        moves = ask(ask="moves", table=table)["moves"]
        if moves and not events:
            ask(ask="move", table=table, token=me["token"], move=random.choice(moves))
