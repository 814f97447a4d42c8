"""Answers starhop's questions: the protocol of version 1, without any dependency. Copy this file.

    import starhop_program
    starhop_program.run(score=lambda it, seed: it["x"] ** 2)

A `score` gets a dict of parameters by name and a seed, and returns a number. A `game` gets a list of
such dicts, one a seat, a seed, and an opening ({"plies": N, "seed": N}, or None for the start); it
returns the seat that won, from 0, or None for a draw, or a dict with "winner" and, if it likes,
"plies", "distance" (a list) and "moves" (a text, by which games are told apart).
"""

import json
import sys
import traceback

VERSION = 1


def run(score=None, game=None, lines=sys.stdin, out=sys.stdout):
    """Answers until starhop closes the input. Print to standard error only."""
    hello = json.loads(lines.readline())
    if hello["starhop"] != VERSION:
        sys.exit(f"starhop speaks version {hello['starhop']} of the protocol, not {VERSION}")
    names = [parameter["name"] for parameter in hello["parameters"]]
    sys.stdout = sys.stderr  # A print by mistake is no answer.
    _say(out, {"starhop": VERSION})
    for line in lines:
        question = json.loads(line)
        vectors = [dict(zip(names, vector)) for vector in question["vectors"]]
        try:
            if score is not None:
                answer = {"score": float(score(vectors[0], question["seed"]))}
            else:
                seats = [vectors[index] for index in question["seats"]]
                answer = game(seats, question["seed"], question["opening"])
                answer = answer if isinstance(answer, dict) else {"winner": answer}
            json.dumps(answer, default=_number, allow_nan=False)
        except Exception as why:  # starhop asks again, and then stops with this question.
            traceback.print_exc()
            answer = {"error": f"{type(why).__name__}: {why}"}
        _say(out, {"id": question["id"], **answer})


def _say(out, answer):
    out.write(json.dumps(answer, default=_number) + "\n")
    out.flush()


def _number(value):
    """NumPy's numbers and arrays, without knowing NumPy."""
    return value.tolist()
