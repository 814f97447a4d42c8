/* Answers starhop's questions about games: the protocol of version 1 in a header. Copy this file, and
   define STARHOP_VALUES as the number of parameters before it is included. Parameters must be numbers. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STARHOP_SEATS 6

typedef struct {
    uint64_t id, seed, opening_seed;
    int seats, plies;                     /* seats at the table; random plies to begin with */
    const double *vector[STARHOP_SEATS];  /* the parameters of each seat */
} Question;

/* The numbers of the array at `text`, which may hold arrays; their count. */
static int starhop_numbers(const char *text, double *numbers, int most) {
    int count = 0, depth = 0;
    for (const char *at = text; *at; ) {
        if (*at == '[') { depth++; at++; }
        else if (*at == ']') { at++; if (--depth == 0) break; }
        else if (*at == ',' || *at == ' ') at++;
        else {
            char *end;
            double number = strtod(at, &end);
            if (end == at) { fprintf(stderr, "no number: %.40s\n", at); exit(1); }
            if (count == most) { fprintf(stderr, "more than %d numbers: is STARHOP_VALUES right?\n", most); exit(1); }
            numbers[count++] = number;
            at = end;
        }
    }
    return count;
}

/* What stands behind a key. */
static const char *starhop_value(const char *line, const char *key) {
    const char *at = line ? strstr(line, key) : NULL;
    return at ? at + strlen(key) : NULL;
}

/* Reads the next question; 0 once there are no more. */
static int starhop_next(Question *it) {
    static char *line;
    static size_t size;
    static double values[STARHOP_SEATS * STARHOP_VALUES], seats[STARHOP_SEATS];
    static int greeted;
    if (!greeted++) {
        if (getline(&line, &size, stdin) < 0 || !strstr(line, "\"starhop\":1")) exit(1);
        puts("{\"starhop\": 1}");
        fflush(stdout);
    }
    if (getline(&line, &size, stdin) < 0) return 0;
    const char *id = starhop_value(line, "\"id\":"), *seed = starhop_value(line, "\"seed\":");
    const char *vectors = starhop_value(line, "\"vectors\":");
    const char *places = starhop_value(line, "\"seats\":");
    if (!id || !seed || !vectors || !places) { fprintf(stderr, "no question: %s\n", line); exit(1); }
    int count = starhop_numbers(vectors, values, STARHOP_SEATS * STARHOP_VALUES), players = 0;
    it->id = strtoull(id, NULL, 10);
    it->seed = strtoull(seed, NULL, 10);
    it->seats = starhop_numbers(places, seats, STARHOP_SEATS);
    for (int seat = 0; seat < it->seats; seat++) {
        it->vector[seat] = values + (int)seats[seat] * STARHOP_VALUES;
        if (seats[seat] >= players) players = (int)seats[seat] + 1;
    }
    if (count != players * STARHOP_VALUES) {
        fprintf(stderr, "STARHOP_VALUES is %d, but a vector has %d values\n",
                STARHOP_VALUES, players ? count / players : count);
        exit(1);
    }
    const char *plies = starhop_value(line, "\"opening\":{\"plies\":");
    const char *opening = starhop_value(plies, "\"seed\":");
    it->plies = plies ? atoi(plies) : 0;
    it->opening_seed = opening ? strtoull(opening, NULL, 10) : 0;
    return 1;
}

/* Answers it; a winner below 0 is a draw. `moves` tells games apart, and may be empty. */
static void starhop_answer(const Question *it, int winner, int plies, const char *moves) {
    printf("{\"id\": %llu, \"winner\": ", (unsigned long long)it->id);
    if (winner < 0) printf("null"); else printf("%d", winner);
    printf(", \"plies\": %d", plies);
    if (*moves) printf(", \"moves\": \"%s\"", moves);
    puts("}");
    fflush(stdout);
}

/* The next of the numbers that follow from a seed (SplitMix64), below `limit`. */
static uint64_t starhop_random(uint64_t *state, uint64_t limit) {
    uint64_t it = (*state += 0x9E3779B97F4A7C15u);
    it = (it ^ (it >> 30)) * 0xBF58476D1CE4E5B9u;
    it = (it ^ (it >> 27)) * 0x94D049BB133111EBu;
    return (it ^ (it >> 31)) % limit;
}
