//! Every setting of a run, declared once: name, help, type, default, range, where it counts, and
//! whether it may change when a run is resumed. The configuration, the flags of `evolve`, the keys of
//! its TOML file, their checks and the table in the docs are made from this declaration.

/// Hands the declaration to the macro of that name: the settings that are kept in `config.toml`, in
/// its order, and those that only concern how a run is worked on. What each line says:
///
/// ```text
/// /// help
/// name: type of the flag as type of the field = default,
///     group, shown by -h (usual) or not (more), whether resuming may change it (moves) or not
///     (stays), [for clap], [for serde],
///     where it counts, range;
/// ```
///
/// The default is that of the base that all presets start from. `default` among those for serde is another one: what a
/// complete file means that lacks the key, as those of earlier versions may.
macro_rules! with_settings {
    ($made:ident) => {
        $made! {
    kept {
        /// Game: chinese-checkers, chinese-checkers/phases, chinese-checkers/pid, connect-four, draughts,
        /// halma, halma/report, halma/opening, rhombus or rhombus/pid [default: chinese-checkers]
        game: String as String = String::new(),
            "Game", usual, stays, [], [],
            always(), ANY;
        /// File that says how a program of yours is asked what vectors are worth, and its parameters:
        /// tune.toml, as in the docs' page on programs. The game is then program
        program: String as Option<String> = None,
            "Game", usual, stays, [value_name = "FILE"],
            [default, skip_serializing_if = "Option::is_none"],
            always(), ANY;
        /// Preset that all other settings start from: default, for Chinese Checkers also long, rival
        /// and report, for Connect Four connect-four-report; `starhop presets` lists them
        preset: String as String = "default".to_string(),
            "Game", usual, stays, [], [],
            always(), ANY;
        /// Players: 2 to 6, as the game allows [default: 2]
        players: usize as usize = 2,
            "Game", usual, stays, [], [],
            always(), ANY;
        /// Rule set: standard or report, perhaps with settings, as in
        /// standard:corners=closed,ply-cap=400
        rules: String as String = "standard".to_string(),
            "Game", more, stays, [], [],
            always(), ANY;
        /// Seed of all chance, 0 to 2^53 - 1 [default: drawn, printed and stored]
        seed: Seed as Seed = Seed::default(),
            "Run", usual, stays, [value_parser = parse_seed], [],
            always(), ANY;
        /// Last generation [default: the preset's, or none if --minutes or --target-fitness is
        /// given]
        generations: u64 as Option<u64> = None,
            "Run", usual, moves, [], [skip_serializing_if = "Option::is_none"],
            always(),
            (
                |it| it.generations.is_none_or(|last| (1..=1_000_000_000_000).contains(&last)),
                "must be 1 to 1000000000000",
            );
        /// Stop after that many minutes of evolving
        minutes: f64 as Option<f64> = None,
            "Run", usual, moves, [], [skip_serializing_if = "Option::is_none"],
            always(),
            (
                |it| it.minutes.is_none_or(|minutes| finite(minutes) && minutes > 0.0),
                "must be above 0 and at most 1e12",
            );
        /// Stop once the champion's measured fitness is that high
        target_fitness: f64 as Option<f64> = None,
            "Run", more, moves, [allow_hyphen_values = true],
            [skip_serializing_if = "Option::is_none"],
            always(),
            (|it| it.target_fitness.is_none_or(finite), "must be a number within ±1e12");
        /// Opponents in the other seats: built-in arrays, weights files or runs, with commas
        /// between them, perhaps with shares, as in hand-tuned-v4=2,champion.json. Beside one
        /// of these, hall-of-fame stands for past champions of the run, population for the same
        /// generation
        against: Against as Against = Against::one(""),
            "Game", usual, stays, [value_name = "WEIGHTS"], [],
            always(), ANY;
        /// Who sits together at a table of three and more
        tables: Tables as Tables = Tables::Mixed,
            "Game", more, stays, [value_enum], [default, skip_serializing_if = "Tables::are_mixed"],
            with(
                |it| it.players > 2 && it.against.opponents().len() > 1,
                "at tables of three and more, with several opponents",
            ),
            ANY;
        /// How fast the shares of the fixed opponents follow who is hardest to beat, as in 0.1; 0
        /// keeps them as they were named
        share_rate: f64 as f64 = 0.0,
            "Game", more, stays, [value_name = "RATE"], [default, skip_serializing_if = "is_zero"],
            with(
                |it| it.against.fixed().count() > 1 && it.conditions != Conditions::Permutation,
                "with two fixed opponents at least, unless conditions are permutation",
            ),
            (|it| share(it.share_rate), "must be 0 to 1");
        /// Random plies that games of selection begin with, 0 to 8; an opening is played from
        /// every seat
        opening_plies: u32 as u32 = 0,
            "Game", usual, stays, [value_name = "N"], [default],
            always(), (|it| it.opening_plies <= MOST_PLIES, "must be 0 to 8");
        /// One round in N of selection, and of the choice of champions, begins at the start itself;
        /// 0 for none
        start_every: u64 as u64 = 0,
            "Game", more, stays, [value_name = "N"], [default, skip_serializing_if = "is_zero"],
            with(|it| it.opening_plies > 0, "with opening-plies above 0"), ANY;
        /// Random plies that fresh games begin with, 0 to 8; one round in ten begins at the
        /// start [default: as --opening-plies, but 4 where that is 0]
        measure_opening_plies: u32 as u32 = MEASURED_PLIES,
            "Measurement", more, stays, [value_name = "N"], [default],
            always(), (|it| it.measure_opening_plies <= MOST_PLIES, "must be 0 to 8");
        /// Built-in array by which a loser's distance is measured
        distance: String as String = String::new(),
            "Fitness", more, stays, [value_name = "NAME"], [],
            with(by_plies, "with scoring plies"), ANY;
        /// Seats that individuals take
        seats: Seats as Seats = Seats::All,
            "Game", more, stays, [value_enum], [],
            always(), ANY;
        /// Whether the individuals of a generation meet the same chance, game for game, or each
        /// other alone (permutation): fixed opponents then choose and measure champions only
        conditions: Conditions as Conditions = Conditions::Common,
            "Fitness", more, stays, [value_enum], [default],
            always(), ANY;
        /// How everyone looks ahead, as in alphabeta(depth=2) [default: greedy]
        search: Search as Search = Search::default(),
            "Game", usual, stays, [], [default, skip_serializing_if = "Search::is_greedy"],
            always(), ANY;
        /// Built-in array, weights file or run that evolution begins from, and again after a
        /// restart; a genetic algorithm's first generation lies around it by --deviation. A
        /// population file, or RUN@GENERATION for one of a run, is generation 0 of a genetic
        /// algorithm as it is
        from: String as Option<String> = None,
            "Evolution", usual, stays, [value_name = "WEIGHTS"],
            [default, skip_serializing_if = "Option::is_none"],
            always(), ANY;
        /// What makes a generation from the one before
        optimizer: OptimizerName as OptimizerName = OptimizerName::Es,
            "Evolution", usual, stays, [value_enum], [default],
            always(), ANY;
        /// How far the centre of es and spsa follows the better individuals
        learning_rate: f64 as f64 = 2.0,
            "Evolution", more, stays, [value_name = "RATE"], [default],
            with(
                |it| matches!(it.optimizer, OptimizerName::Es | OptimizerName::Spsa),
                "with optimizer es or spsa",
            ),
            (|it| finite(it.learning_rate) && it.learning_rate >= 0.0, "must be 0 to 1e12");
        /// Share of the last movement of es in the next, 0 to below 1
        momentum: f64 as f64 = 0.9,
            "Evolution", more, stays, [value_name = "SHARE"], [default],
            with(|it| it.optimizer == OptimizerName::Es, "with optimizer es"),
            (|it| share(it.momentum) && it.momentum < 1.0, "must be in [0, 1)");
        /// Individuals in a generation
        population: usize as usize = 64,
            "Evolution", usual, stays, [value_name = "N"], [],
            always(), (|it| (2..=100_000).contains(&it.population), "must be 2 to 100000");
        /// Parts of the population that evolve by themselves
        islands: usize as usize = 1,
            "Evolution", more, stays, [value_name = "N"], [default = "one"],
            always(), (|it| it.islands >= 1, "must be at least 1");
        /// Generations between migrations from island to island; 0 for none
        migrate_every: u64 as u64 = 0,
            "Evolution", more, stays, [value_name = "GENERATIONS"], [default],
            with(|it| it.islands > 1, "with two islands at least"), ANY;
        /// Try only arrays that serve both sides of the board alike
        symmetric: bool as bool = false,
            "Evolution", more, stays,
            [value_name = "BOOL", num_args = 0..=1, default_missing_value = "true"], [default],
            always(), ANY;
        /// Parameters that keep a value, as in win=0,loss=0; idle stands for all that no move
        /// depends on, at the middle of where they start; none evolves all
        fix: Fix as Fix = Fix::default(),
            "Evolution", more, stays, [value_name = "NAME=VALUE"],
            [default, skip_serializing_if = "Fix::is_none"],
            always(), ANY;
        /// Games of an individual
        fitness_games: u32 as u32 = 8,
            "Fitness", more, stays, [value_name = "N"], [],
            always(), (|it| (1..=10_000).contains(&it.fitness_games), "must be 1 to 10000");
        /// Games in all of those who play on
        more_games: u32 as u32 = 8,
            "Fitness", more, stays, [value_name = "N"], [],
            with(
                |it| !has_more_games(it) || it.racing == Racing::Halving || can_reach_more(it),
                "with racing halving, a scoring other than wins and score, or a more-from of \
                 fitness-games at most",
            ),
            (|it| (1..=10_000).contains(&it.more_games), "must be 1 to 10000");
        /// Sum of the first games from which on more are played
        more_from: f64 as f64 = 300.0,
            "Fitness", more, stays, [value_name = "SUM", allow_hyphen_values = true], [],
            with(
                |it| has_more_games(it) && it.racing == Racing::Sum && can_reach_more(it),
                "with racing sum, more-games above fitness-games and, where scoring is wins or score, \
                 a value up to fitness-games",
            ),
            (|it| finite(it.more_from), "must be a number within ±1e12");
        /// What a game is worth
        scoring: Scoring as Scoring = Scoring::Plies,
            "Fitness", more, stays, [value_enum],
            [default, skip_serializing_if = "Scoring::is_plies"],
            always(), ANY;
        /// A win is worth that many points less its plies
        win_points: f64 as f64 = 500.0,
            "Fitness", more, stays, [value_name = "POINTS"], [],
            with(by_plies, "with scoring plies"),
            (|it| finite(it.win_points), "must be a number within ±1e12");
        /// How often an unfinished game is played again before it counts as lost
        replays: u32 as u32 = 0,
            "Fitness", more, stays, [value_name = "N"], [],
            always(), (|it| it.replays <= 10_000, "must be at most 10000");
        /// Who plays on after the first games
        racing: Racing as Racing = Racing::Sum,
            "Fitness", more, stays, [value_enum], [default],
            with(has_more_games, "with more-games above fitness-games"), ANY;
        /// Who becomes a parent
        selection: SelectionName as SelectionName = SelectionName::Truncation,
            "Evolution", more, stays, [value_enum], [],
            with(breeds, "with optimizer ga"), ANY;
        /// Best share of a generation: parents by truncation, and those who stay with --memory
        survivors: f64 as f64 = 0.2,
            "Evolution", more, stays, [value_name = "SHARE"], [],
            with(
                |it| breeds(it) && (it.selection == SelectionName::Truncation || it.memory > 0.0),
                "with optimizer ga and selection truncation or memory",
            ),
            (|it| share(it.survivors) && it.survivors > 0.0, "must be in (0, 1]");
        /// Above 0, the best share stays and is scored again; what its earlier games count for
        /// with each generation, up to 1
        memory: f64 as f64 = 0.0,
            "Evolution", more, stays, [value_name = "WEIGHT"], [default],
            with(breeds, "with optimizer ga"), (|it| share(it.memory), "must be 0 to 1");
        /// Individuals in a tournament
        tournament_size: usize as usize = 3,
            "Evolution", more, stays, [value_name = "N"], [],
            with(
                |it| breeds(it) && it.selection == SelectionName::Tournament,
                "with optimizer ga and selection tournament",
            ),
            (|it| (1..=100_000).contains(&it.tournament_size), "must be 1 to 100000");
        /// How two parents make a child
        crossover: CrossoverName as CrossoverName = CrossoverName::Uniform,
            "Evolution", more, stays, [value_enum], [],
            with(breeds, "with optimizer ga"), ANY;
        /// How far a blend reaches beyond the parents, in lengths of their interval
        blend_alpha: f64 as f64 = 0.5,
            "Evolution", more, stays, [value_name = "ALPHA"], [default = "blend_alpha"],
            with(
                |it| breeds(it) && it.crossover == CrossoverName::Blend,
                "with optimizer ga and crossover blend",
            ),
            (|it| (0.0..=10.0).contains(&it.blend_alpha), "must be 0 to 10");
        /// How genes change
        mutation: MutationName as MutationName = MutationName::Uniform,
            "Evolution", more, stays, [value_enum], [],
            with(mutates, "with optimizer ga, mutation-rate and gene-rate above 0"), ANY;
        /// Chance of a child to be mutated
        mutation_rate: f64 as f64 = 1.0 / 15.0,
            "Evolution", more, stays, [value_name = "CHANCE"], [],
            with(
                |it| breeds(it) && it.gene_rate > 0.0,
                "with optimizer ga and gene-rate above 0",
            ),
            (|it| share(it.mutation_rate), "must be 0 to 1");
        /// Chance of each gene of a mutated child
        gene_rate: f64 as f64 = 0.1,
            "Evolution", more, stays, [value_name = "CHANCE"], [],
            with(
                |it| breeds(it) && it.mutation_rate > 0.0,
                "with optimizer ga and mutation-rate above 0",
            ),
            (|it| share(it.gene_rate), "must be 0 to 1");
        /// Least step of uniform mutation, or least value of report-printed
        step_low: i32 as i32 = -25,
            "Evolution", more, stays, [value_name = "STEP", allow_hyphen_values = true], [],
            with(steps_uniformly, UNIFORM), ANY;
        /// Greatest step of uniform mutation, or greatest value of report-printed
        step_high: i32 as i32 = 24,
            "Evolution", more, stays, [value_name = "STEP", allow_hyphen_values = true], [],
            with(steps_uniformly, UNIFORM), ANY;
        /// Standard deviation of Gaussian mutation, that self-adaptive mutation begins with, of
        /// the samples of es and cma, and around --from; how far spsa looks to either side
        deviation: f64 as f64 = 20.0,
            "Evolution", more, stays, [], [],
            with(
                |it| !breeds(it) || it.from.is_some() || mutates(it) && !steps_uniformly(it),
                "with mutation gaussian or self-adaptive, with optimizer es, spsa or cma, \
                 or around an array that --from names",
            ),
            (|it| finite(it.deviation) && it.deviation >= 0.0, "must be 0 to 1e12");
        /// Age, in generations, at which the deviation of Gaussian mutation and es, and the
        /// greatest of cma, has fallen to 71 %; it goes on falling with the root of the age; of
        /// spsa, steps fall to 66 % and how far it looks to 93 %; 0 for never
        anneal_after: u64 as u64 = 500,
            "Evolution", more, stays, [value_name = "GENERATIONS"], [default],
            with(anneals, "with mutation gaussian, or with optimizer es, spsa or cma"), ANY;
        /// What the deviation of Gaussian and self-adaptive mutation, es, spsa and cma never
        /// falls below
        least_deviation: f64 as f64 = 1.0,
            "Evolution", more, stays, [value_name = "DEVIATION"], [default = "least_deviation"],
            with(
                |it| anneals(it) && it.anneal_after > 0 || has_deviations(it),
                "with mutation self-adaptive, with optimizer cma, or where a deviation \
                 falls (anneal-after)",
            ),
            (|it| finite(it.least_deviation) && it.least_deviation >= 0.0, "must be 0 to 1e12");
        /// Whether cma counts a parameter as still where its centre stands at a bound and would move
        /// beyond; if not, all deviations grow as long as its best values lie there
        still_at_bounds: bool as bool = false,
            "Evolution", more, stays,
            [value_name = "BOOL", num_args = 0..=1, default_missing_value = "true"],
            [default, skip_serializing_if = "is_zero"],
            with(|it| it.optimizer == OptimizerName::Cma, "with optimizer cma"), ANY;
        /// Age at which a population whose mean fitness was never positive is replaced; 0 for
        /// never
        restart_after: u64 as u64 = 0,
            "Evolution", more, stays, [value_name = "GENERATIONS"], [],
            always(), ANY;
        /// Age at which a population has had its time and a new one begins where the first began, as another
        /// search; 0 for never
        restart_every: u64 as u64 = 0,
            "Evolution", more, stays, [value_name = "GENERATIONS"],
            [default, skip_serializing_if = "is_zero"],
            with(
                |it| it.generations.is_none_or(|last| last > it.restart_every),
                "with generations above it",
            ),
            ANY;
        /// Generations between measurements of the champion; 0 for the last only
        measure_every: u64 as u64 = 100,
            "Measurement", more, stays, [value_name = "N"], [],
            always(), ANY;
        /// Fresh games of each such measurement
        measure_games: u64 as u64 = 1000,
            "Measurement", more, stays, [value_name = "N"], [],
            with(|it| it.measure_every > 0, "with measure-every above 0"),
            (|it| (1..=100_000_000).contains(&it.measure_games), "must be 1 to 100000000");
        /// Fresh games of the measurement at the end
        final_games: u64 as u64 = 10_000,
            "Measurement", more, stays, [value_name = "N"], [],
            always(),
            (|it| (1..=100_000_000).contains(&it.final_games), "must be 1 to 100000000");
        /// How many race to challenge the champion: all centres, from a population's second generation
        /// on with their averages, and the generation's best
        candidates: usize as usize = 4,
            "Measurement", more, stays, [value_name = "N"], [],
            with(
                |it| breeds(it) || it.candidates >= it.islands,
                "with optimizer ga, or from as many on as there are islands, whose \
                 centres are candidates anyway",
            ),
            (|it| (1..=100_000).contains(&it.candidates), "must be 1 to 100000");
        /// Games of each in the first round of the race for champion
        choose_games: u64 as u64 = 100,
            "Measurement", more, stays, [value_name = "N"], [],
            with(
                |it| {
                    let races = it.candidates > 1 || !breeds(it);
                    races || it.measure_every > 0 || it.from.is_some() || it.program.is_some()
                },
                "with two candidates at least, measure-every above 0, an optimizer other than ga, or one \
                 vector to begin from, of --from or a program",
            ),
            (|it| (1..=100_000_000).contains(&it.choose_games), "must be 1 to 100000000");
        /// At the end, that many of the champions so far, the last ones, meet each fixed opponent, from the
        /// start and from opening-plies; who gets the most points against its hardest opponent is the
        /// run's champion. Where hall-of-fame or population sit at tables of three and more, those who leave more
        /// than one game in 200 of their own kind unfinished are left out, unless all do. With restart-every this is
        /// done at the end of each search, and the best so far takes part. 0 keeps the last
        finalists: u64 as u64 = 0,
            "Measurement", more, stays, [value_name = "N"],
            [default, skip_serializing_if = "is_zero"],
            with(
                |it| it.measure_every > 0 && !it.scoring.is_number(),
                "in games, with measure-every above 0",
            ),
            (|it| it.finalists != 1 && it.finalists <= 1000, "must be 2 to 1000, or 0 for none");
        /// At the end, the champion plays the array that the run began from, as many games as final-games
        /// has; unless it wins more of them than an equal would, that array is the champion. With
        /// restart-every this is done at the end of each search
        must_beat_start: bool as bool = false,
            "Measurement", more, stays,
            [value_name = "BOOL", num_args = 0..=1, default_missing_value = "true"],
            [default, skip_serializing_if = "is_zero"],
            with(
                |it| (it.from.is_some() || it.program.is_some()) && !it.scoring.is_number(),
                "in games, with from or with a program, whose first values a run begins from",
            ), ANY;
        /// Keep the whole population every N generations; 0 for never
        keep_every: u64 as u64 = 0,
            "Run", more, stays, [value_name = "N"], [],
            beside(), ANY;
    }
    beside {
        /// Name of the run [default: from preset, players and seed]
        name: String, "Run", usual, [];
        /// Worker threads; results don't depend on it [default: one a core]
        threads: usize, "Run", usual, [];
        /// Seconds between checkpoints, which a crash can cost; 0 for one each generation
        /// [default: 2]
        checkpoint_seconds: f64, "Run", more, [value_name = "SECONDS"];
    }
        }
    };
}

pub(crate) use with_settings;
