//! Every line of the registry, opened as the program opens it, and what it says of itself.

use super::searches::to_depth;
use starhop::backend::Threads;
use starhop::game::TextError;
use starhop::registry::{Entry, Evaluation, Table, find, games};
use starhop::search::spec::Method;
use starhop::tune::matches::Terms;

/// Plies after which a game is over that is played for its moves, where the rules know a cap.
const SHORT: &str = "ply-cap=30";

pub struct Opened {
    pub entry: &'static Entry,
    pub rules: String,
    pub table: Box<dyn Table>,
}

/// Every line, for as few and as many players as it can be.
pub fn opened() -> Vec<Opened> {
    let open = |entry: &'static Entry| {
        let preset = |players| entry.preset(entry.default_preset(), players).ok();
        let configs: Vec<_> = (0..10).filter_map(|it| Some((it, preset(it)?))).collect();
        let rules = configs[0].1.rules.clone();
        for players in 0..10 {
            let is_known = configs.iter().any(|(it, _)| *it == players);
            assert_eq!(entry.open(players, &rules).is_ok(), is_known, "{players} players");
        }
        let ends = [&configs[0], &configs[configs.len() - 1]];
        let ends = &ends[..configs.len().min(2)];
        let opened = ends.iter().map(|(players, config)| {
            let table = entry.open(*players, &config.rules).unwrap();
            Opened { entry, rules: config.rules.clone(), table }
        });
        opened.collect::<Vec<_>>()
    };
    games().into_iter().flat_map(open).collect()
}

impl Opened {
    pub fn name(&self) -> String {
        format!("{} for {}", self.entry.name, self.table.players())
    }

    /// The same with a short cap where there is one.
    pub fn short(&self) -> Box<dyn Table> {
        let open = |rules: &str| self.entry.open(self.table.players(), rules);
        let (name, _) = self.rules.split_once(':').unwrap_or((&self.rules, ""));
        open(&format!("{name}:{SHORT}")).or_else(|_| open(&self.rules)).unwrap()
    }

    /// The built-in evaluations of all kinds that bots can go by.
    pub fn evaluations(&self) -> Vec<Evaluation> {
        let names = |kind| {
            let entry = find(kind).ok()?;
            Some(entry.open(self.table.players(), &self.rules).unwrap().built_in_names())
        };
        let names = self.table.kinds().into_iter().filter_map(names).flatten();
        names.filter_map(|name| self.table.evaluation(name).ok()).collect()
    }
}

#[test]
fn bots_and_tuners_refuse_the_same_searches() {
    for opened in opened() {
        let table = opened.table.as_ref();
        let config = opened.entry.preset(opened.entry.default_preset(), table.players()).unwrap();
        let values = table.built_in(&config.distance).unwrap();
        for search in to_depth(1) {
            let by = (search.method != Method::Random).then(|| opened.evaluations().swap_remove(0));
            let terms = Terms {
                against: vec![(1, values.clone())],
                share_rate: 0.0,
                hall_share: 0,
                population_share: 0,
                tables: config.tables,
                distance: values.clone(),
                opening_plies: 0,
                start_every: None,
                measure_opening_plies: 0,
                search: search.clone(),
                seats: config.seats,
                conditions: config.conditions,
                whole: false,
                symmetric: config.symmetric,
                fixed: Vec::new(),
                fitness: config.fitness(),
                seed: config.seed,
            };
            let bots = table
                .bots(vec![(search.clone(), by).into()], &Threads::alone())
                .map(drop)
                .map_err(TextError::from);
            let tuner = table.tuner(&terms, Threads::alone()).map(drop);
            assert_eq!(bots, tuner, "{search}");
        }
    }
}

#[test]
fn tables_say_what_they_are() {
    for Opened { entry, rules, table } in opened() {
        let parameters = table.parameters();
        assert_eq!((table.rules(), table.kinds()[0]), (rules, entry.name));
        assert_eq!(table.cells().cells.len(), parameters.len());
        for name in table.built_in_names() {
            let Ok(values) = table.built_in(name) else { continue };
            assert_eq!(values.len(), parameters.len());
            assert!(parameters.iter().zip(&values).all(|(it, &value)| it.admits(value)), "{name}");
            let found = Evaluation { kind: entry.name, values };
            assert_eq!(table.evaluation(name), Ok(found));
        }
        assert!(table.built_in("nobody").is_err() && table.evaluation("nobody").is_err());
    }
}

/// What a program that uses the library hands over by mistake is an error, whatever the game.
#[test]
fn vectors_of_another_length_and_seats_without_one_are_refused() {
    for opened in opened() {
        let table = opened.short();
        let own = table.evaluation(table.built_in_names()[0]).unwrap();
        let long = [own.values.clone(), vec![0.0]].concat();
        let search = "greedy".parse().unwrap();
        for wrong in [&[][..], &long[..]] {
            let seats = vec![wrong.to_vec(); table.players()];
            for &way in table.ways() {
                assert!(table.play(&seats, way).is_err(), "{}", opened.name());
            }
            assert!(table.venue(&search, wrong, &Threads::alone()).is_err(), "{}", opened.name());
            let by = Evaluation { kind: own.kind, values: wrong.to_vec() };
            let bots = vec![(Clone::clone(&search), Some(by)).into()];
            assert!(table.bots(bots, &Threads::alone()).is_err(), "{}", opened.name());
        }
        for &way in table.ways() {
            assert!(table.play(&[], way).is_err(), "{}", opened.name());
        }
    }
    assert!(find("halma").unwrap().open(usize::MAX, "standard").is_err());
}
