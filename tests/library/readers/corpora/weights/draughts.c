// starhop-weights 2
// game: draughts
// players: 2
// rules: standard
// seat: 1
//
// One value for each parameter.
static const double weights[6] = {
    1.0, // man
    3.0, // king
    0.01, // tempi
    0.01, // balance
    0.02, // coherence
    0.02, // mobility
};
