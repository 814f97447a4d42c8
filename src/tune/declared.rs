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
        /// File that names a program of yours to tune, and its parameters: tune.toml, as in the docs'
        /// page on programs. The game is then program
        program: String as Option<String> = None,
            "Game", usual, stays, [value_name = "FILE"],
            [default, skip_serializing_if = "Option::is_none"],
            always(), ANY;
        /// Preset, which gives all settings that aren't set: default, for Chinese Checkers also long,
        /// rival and report, for Connect Four connect-four-report; `starhop presets` lists them
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
        /// Seed of all random numbers, 0 to 2^53 - 1 [default: drawn, printed and stored]
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
        /// Stop after this many minutes of evolving
        minutes: f64 as Option<f64> = None,
            "Run", usual, moves, [], [skip_serializing_if = "Option::is_none"],
            always(),
            (
                |it| it.minutes.is_none_or(|minutes| finite(minutes) && minutes > 0.0),
                "must be above 0 and at most 1e12",
            );
        /// Stop once the champion's measured fitness is at least this
        target_fitness: f64 as Option<f64> = None,
            "Run", more, moves, [allow_hyphen_values = true],
            [skip_serializing_if = "Option::is_none"],
            always(),
            (|it| it.target_fitness.is_none_or(finite), "must be a number within ±1e12");
        /// Opponents in the other seats: built-in arrays, weights files or runs, with commas between
        /// them, perhaps with shares, as in hand-tuned-v4=2,champion.json. Together with one of these,
        /// hall-of-fame stands for past champions of the run, and population for the individuals of the
        /// same generation
        against: Against as Against = Against::one(""),
            "Game", usual, stays, [value_name = "WEIGHTS"], [],
            always(), ANY;
        /// Which opponents sit together at a table of three or more
        tables: Tables as Tables = Tables::Mixed,
            "Game", more, stays, [value_enum], [default, skip_serializing_if = "Tables::are_mixed"],
            with(
                |it| it.players > 2 && it.against.opponents().len() > 1,
                "at tables of three and more, with several opponents",
            ),
            ANY;
        /// How fast the shares of the fixed opponents change in favour of the hardest ones, as in 0.1;
        /// 0 keeps the shares as they were given
        share_rate: f64 as f64 = 0.0,
            "Game", more, stays, [value_name = "RATE"], [default, skip_serializing_if = "is_zero"],
            with(
                |it| it.against.fixed().count() > 1 && it.conditions != Conditions::Permutation,
                "with two fixed opponents at least, unless conditions are permutation",
            ),
            (|it| share(it.share_rate), "must be 0 to 1");
        /// Random plies at the beginning of games of selection, 0 to 8; each opening is played from
        /// every seat
        opening_plies: u32 as u32 = 0,
            "Game", usual, stays, [value_name = "N"], [default],
            always(), (|it| it.opening_plies <= MOST_PLIES, "must be 0 to 8");
        /// In selection and in the choice of champions, one round in N begins at the start of the game;
        /// 0 for none
        start_every: u64 as u64 = 0,
            "Game", more, stays, [value_name = "N"], [default, skip_serializing_if = "is_zero"],
            with(|it| it.opening_plies > 0, "with opening-plies above 0"), ANY;
        /// Random plies at the beginning of fresh games, 0 to 8; one round in ten begins at the start
        /// of the game [default: as --opening-plies, but 4 if that is 0]
        measure_opening_plies: u32 as u32 = MEASURED_PLIES,
            "Measurement", more, stays, [value_name = "N"], [default],
            always(), (|it| it.measure_opening_plies <= MOST_PLIES, "must be 0 to 8");
        /// Built-in array that measures a loser's distance to the goal
        distance: String as String = String::new(),
            "Fitness", more, stays, [value_name = "NAME"], [],
            with(by_plies, "with scoring plies"), ANY;
        /// Seats that individuals play from
        seats: Seats as Seats = Seats::All,
            "Game", more, stays, [value_enum], [],
            always(), ANY;
        /// Whether the games of a generation's individuals use the same random numbers, game for game,
        /// or the individuals play only each other (permutation): fixed opponents then only choose and
        /// measure champions
        conditions: Conditions as Conditions = Conditions::Common,
            "Fitness", more, stays, [value_enum], [default],
            always(), ANY;
        /// Search of all players, as in alphabeta(depth=2) [default: greedy]
        search: Search as Search = Search::default(),
            "Game", usual, stays, [], [default, skip_serializing_if = "Search::is_greedy"],
            always(), ANY;
        /// Built-in array, weights file or run where evolution begins, and begins again after a
        /// restart. A genetic algorithm draws its first generation around it, by --deviation, or takes
        /// a population file, or RUN@GENERATION for one of a run, unchanged as its generation 0
        from: String as Option<String> = None,
            "Evolution", usual, stays, [value_name = "WEIGHTS"],
            [default, skip_serializing_if = "Option::is_none"],
            always(), ANY;
        /// How the next generation is made from a generation
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
        /// Share of its last movement that the centre of es keeps in the next, 0 to below 1
        momentum: f64 as f64 = 0.9,
            "Evolution", more, stays, [value_name = "SHARE"], [default],
            with(|it| it.optimizer == OptimizerName::Es, "with optimizer es"),
            (|it| share(it.momentum) && it.momentum < 1.0, "must be in [0, 1)");
        /// Individuals in a generation
        population: usize as usize = 64,
            "Evolution", usual, stays, [value_name = "N"], [],
            always(), (|it| (2..=100_000).contains(&it.population), "must be 2 to 100000");
        /// Parts of the population that evolve separately
        islands: usize as usize = 1,
            "Evolution", more, stays, [value_name = "N"], [default = "one"],
            always(), (|it| it.islands >= 1, "must be at least 1");
        /// Generations between migrations from island to island; 0 for none
        migrate_every: u64 as u64 = 0,
            "Evolution", more, stays, [value_name = "GENERATIONS"], [default],
            with(|it| it.islands > 1, "with two islands at least"), ANY;
        /// Try only arrays that are the same on both sides of the board
        symmetric: bool as bool = false,
            "Evolution", more, stays,
            [value_name = "BOOL", num_args = 0..=1, default_missing_value = "true"], [default],
            always(), ANY;
        /// Parameters that keep a value, as in win=0,loss=0; idle stands for all parameters on which no
        /// move depends, at the middle of the range where they start; with none all parameters evolve
        fix: Fix as Fix = Fix::default(),
            "Evolution", more, stays, [value_name = "NAME=VALUE"],
            [default, skip_serializing_if = "Fix::is_none"],
            always(), ANY;
        /// Games of an individual
        fitness_games: u32 as u32 = 8,
            "Fitness", more, stays, [value_name = "N"], [],
            always(), (|it| (1..=10_000).contains(&it.fitness_games), "must be 1 to 10000");
        /// Games in all of an individual that plays on after its first games
        more_games: u32 as u32 = 8,
            "Fitness", more, stays, [value_name = "N"], [],
            with(
                |it| !has_more_games(it) || it.racing == Racing::Halving || can_reach_more(it),
                "with racing halving, a scoring other than wins and score, or a more-from of \
                 fitness-games at most",
            ),
            (|it| (1..=10_000).contains(&it.more_games), "must be 1 to 10000");
        /// Sum of the points of the first games from which an individual plays on
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
        /// A win is worth this many points, minus its plies
        win_points: f64 as f64 = 500.0,
            "Fitness", more, stays, [value_name = "POINTS"], [],
            with(by_plies, "with scoring plies"),
            (|it| finite(it.win_points), "must be a number within ±1e12");
        /// How often an unfinished game is played again before it counts as lost
        replays: u32 as u32 = 0,
            "Fitness", more, stays, [value_name = "N"], [],
            always(), (|it| it.replays <= 10_000, "must be at most 10000");
        /// Which individuals play on after their first games
        racing: Racing as Racing = Racing::Sum,
            "Fitness", more, stays, [value_enum], [default],
            with(has_more_games, "with more-games above fitness-games"), ANY;
        /// How parents are selected
        selection: SelectionName as SelectionName = SelectionName::Truncation,
            "Evolution", more, stays, [value_enum], [],
            with(breeds, "with optimizer ga"), ANY;
        /// Best share of a generation: the parents with truncation, and the individuals that stay with
        /// --memory
        survivors: f64 as f64 = 0.2,
            "Evolution", more, stays, [value_name = "SHARE"], [],
            with(
                |it| breeds(it) && (it.selection == SelectionName::Truncation || it.memory > 0.0),
                "with optimizer ga and selection truncation or memory",
            ),
            (|it| share(it.survivors) && it.survivors > 0.0, "must be in (0, 1]");
        /// If above 0, the best share stays and is scored again; its earlier games count this much with
        /// each generation, up to 1
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
        /// How far a blend reaches beyond its parents' interval, in lengths of this interval
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
        /// Chance that a child is mutated
        mutation_rate: f64 as f64 = 1.0 / 15.0,
            "Evolution", more, stays, [value_name = "CHANCE"], [],
            with(
                |it| breeds(it) && it.gene_rate > 0.0,
                "with optimizer ga and gene-rate above 0",
            ),
            (|it| share(it.mutation_rate), "must be 0 to 1");
        /// Chance that a gene of a mutated child changes
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
        /// Standard deviation of Gaussian mutation, of self-adaptive mutation at first, of the samples
        /// of es and cma, and of a first generation around --from; for spsa how far it looks to either
        /// side
        deviation: f64 as f64 = 20.0,
            "Evolution", more, stays, [], [],
            with(
                |it| !breeds(it) || it.from.is_some() || mutates(it) && !steps_uniformly(it),
                "with mutation gaussian or self-adaptive, with optimizer es, spsa or cma, \
                 or around an array that --from names",
            ),
            (|it| finite(it.deviation) && it.deviation >= 0.0, "must be 0 to 1e12");
        /// Age, in generations, at which the deviation of Gaussian mutation and es, and the greatest
        /// deviation of cma, has fallen to 71 %; it goes on falling with the root of the age. With
        /// spsa, steps fall to 66 %, and how far it looks falls to 93 %; 0 for never
        anneal_after: u64 as u64 = 500,
            "Evolution", more, stays, [value_name = "GENERATIONS"], [default],
            with(anneals, "with mutation gaussian, or with optimizer es, spsa or cma"), ANY;
        /// Least deviation of Gaussian and self-adaptive mutation, es, spsa and cma
        least_deviation: f64 as f64 = 1.0,
            "Evolution", more, stays, [value_name = "DEVIATION"], [default = "least_deviation"],
            with(
                |it| anneals(it) && it.anneal_after > 0 || has_deviations(it),
                "with mutation self-adaptive, with optimizer cma, or where a deviation \
                 falls (anneal-after)",
            ),
            (|it| finite(it.least_deviation) && it.least_deviation >= 0.0, "must be 0 to 1e12");
        /// Whether cma counts a parameter as not moving if its centre is at a bound and would move
        /// beyond it; if false, all deviations grow as long as the parameter's best values are at the
        /// bound
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
        /// Age at which a search ends and a new population begins where the first one began, as another
        /// search; 0 for never
        restart_every: u64 as u64 = 0,
            "Evolution", more, stays, [value_name = "GENERATIONS"],
            [default, skip_serializing_if = "is_zero"],
            with(
                |it| it.generations.is_none_or(|last| last > it.restart_every),
                "with generations above it",
            ),
            ANY;
        /// Generations between measurements of the champion; 0 for only one at the end
        measure_every: u64 as u64 = 100,
            "Measurement", more, stays, [value_name = "N"], [],
            always(), ANY;
        /// Fresh games of each measurement before the end
        measure_games: u64 as u64 = 1000,
            "Measurement", more, stays, [value_name = "N"], [],
            with(|it| it.measure_every > 0, "with measure-every above 0"),
            (|it| (1..=100_000_000).contains(&it.measure_games), "must be 1 to 100000000");
        /// Fresh games of the measurement at the end
        final_games: u64 as u64 = 10_000,
            "Measurement", more, stays, [value_name = "N"], [],
            always(),
            (|it| (1..=100_000_000).contains(&it.final_games), "must be 1 to 100000000");
        /// How many candidates race to challenge the champion: all centres, from a population's second
        /// generation on also their averages, and the generation's best individuals
        candidates: usize as usize = 4,
            "Measurement", more, stays, [value_name = "N"], [],
            with(
                |it| breeds(it) || it.candidates >= it.islands,
                "with optimizer ga, or from as many on as there are islands, whose \
                 centres are candidates anyway",
            ),
            (|it| (1..=100_000).contains(&it.candidates), "must be 1 to 100000");
        /// Games of each candidate in the first round of the race for champion
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
        /// At the end, this many of the run's last champions meet each fixed opponent, from the start
        /// of the game and after opening-plies; the one with the most points against its hardest
        /// opponent is the run's champion. At tables of three or more with hall-of-fame or population,
        /// champions that leave more than one game in 200 of their own kind unfinished are left out
        /// first, unless all do. With restart-every this is done at the end of each search, and the
        /// best champion so far takes part. 0 keeps the last champion
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
        /// Worker threads; results don't depend on their number [default: one for each core]
        threads: usize, "Run", usual, [];
        /// Seconds between checkpoints; a crash can lose this much work; 0 for a checkpoint after each
        /// generation [default: 2]
        checkpoint_seconds: f64, "Run", more, [value_name = "SECONDS"];
    }
        }
    };
}

pub(crate) use with_settings;
