/* Othello between weights of the 64 squares: each side plays the move after which its discs are worth
   the most more than the other's. cc -O2 -o othello othello.c */

#define STARHOP_VALUES 64
#include "../starhop_program.h"

typedef uint64_t Board;

/* Bit 0 is the upper left corner. A step is a shift, and what it may not wrap onto. */
static const int SHIFT[4] = {1, 8, 9, 7};
static const Board NOT_LEFT = 0xFEFEFEFEFEFEFEFEu, NOT_RIGHT = 0x7F7F7F7F7F7F7F7Fu;

static Board step(Board from, int direction) {
    int shift = SHIFT[direction / 2];
    Board left[4] = {NOT_LEFT, ~0ull, NOT_LEFT, NOT_RIGHT};
    Board right[4] = {NOT_RIGHT, ~0ull, NOT_RIGHT, NOT_LEFT};
    return direction % 2 ? (from >> shift) & right[direction / 2] : (from << shift) & left[direction / 2];
}

/* The discs that a move turns over. */
static Board flipped(Board own, Board other, Board move) {
    Board turned = 0;
    for (int direction = 0; direction < 8; direction++) {
        Board line = 0, at = step(move, direction);
        for (; at & other; at = step(at, direction)) line |= at;
        if (at & own) turned |= line;
    }
    return turned;
}

/* The squares where `own` may move. */
static Board moves(Board own, Board other) {
    Board found = 0;
    for (int direction = 0; direction < 8; direction++) {
        Board line = step(own, direction) & other;
        for (int i = 0; i < 5; i++) line |= step(line, direction) & other;
        found |= step(line, direction);
    }
    return found & ~(own | other);
}

static double worth(Board discs, const double *weights) {
    double sum = 0;
    for (; discs; discs &= discs - 1) sum += weights[__builtin_ctzll(discs)];
    return sum;
}

/* The move whose disc and turned discs, which the other loses, are worth the most; among equals, by
   chance. */
static Board best(Board own, Board other, Board legal, const double *weights, uint64_t *chance) {
    Board chosen = 0;
    double most = 0;
    int equals = 0;
    for (; legal; legal &= legal - 1) {
        Board move = legal & -legal, turned = flipped(own, other, move);
        double value = worth(move, weights) + 2 * worth(turned, weights);
        if (!equals || value > most) { most = value; chosen = move; equals = 1; }
        else if (value == most && starhop_random(chance, ++equals) == 0) chosen = move;
    }
    return chosen;
}

static Board any(Board legal, uint64_t *chance) {
    for (uint64_t skip = starhop_random(chance, __builtin_popcountll(legal)); skip; skip--)
        legal &= legal - 1;
    return legal & -legal;
}

int main(void) {
    for (Question it; starhop_next(&it); ) {
        Board board[2] = {0x0000000810000000u, 0x0000001008000000u};
        uint64_t chance = it.seed, opening = it.opening_seed;
        char line[64 * 3 + 1] = "";
        int turn = 0, passed = 0, plies = 0;
        while (passed < 2) {
            Board own = board[turn], other = board[1 - turn], legal = moves(own, other);
            if (!legal) { passed++; turn = 1 - turn; continue; }
            passed = 0;
            Board move = plies < it.plies ? any(legal, &opening)
                                          : best(own, other, legal, it.vector[turn], &chance);
            Board turned = flipped(own, other, move);
            board[turn] = own | turned | move;
            board[1 - turn] = other & ~turned;
            sprintf(line + 3 * plies++, "%02d ", __builtin_ctzll(move));
            turn = 1 - turn;
        }
        int more = __builtin_popcountll(board[0]) - __builtin_popcountll(board[1]);
        starhop_answer(&it, more > 0 ? 0 : more < 0 ? 1 : -1, plies, line);
    }
}
