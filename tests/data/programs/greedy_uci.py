"""An engine of UCI for the test of examples/programs/uci: it takes what is worth the most, and goes to the middle else."""

import sys

import chess

VALUES = [0, 1, 3, 3, 5, 9, 0]
options = {"Piece Values": 100, "The Middle": 10}
board = chess.Board()


def worth(move):
    taken = VALUES[board.piece_type_at(move.to_square) or 0]
    row, column = divmod(move.to_square, 8)
    middle = 7 - abs(2 * row - 7) / 2 - abs(2 * column - 7) / 2
    board.push(move)
    mates = board.is_checkmate()
    board.pop()
    return (mates, options["Piece Values"] * taken + options["The Middle"] * middle, move.uci())


for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name greedy")
        for name, start in options.items():
            print(f"option name {name} type spin default {start} min 0 max 200")
        print("uciok")
    elif words[0] == "setoption":
        options[" ".join(words[2:-2])] = int(words[-1])
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        board = chess.Board()
        for move in words[3:]:
            board.push_uci(move)
    elif words[0] == "go":
        print("bestmove", max(board.legal_moves, key=worth).uci())
    sys.stdout.flush()
