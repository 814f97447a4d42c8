//! What every game, every evaluation and every search has to keep.
//!
//! A game that gets a line in `registry::games` is met by [`promises`], [`tables`], [`live`] and [`bots`] without a
//! change here. For the laws that need its types it adds to [`subjects`] the rule sets to be tried, with its
//! families and its symmetries, and a line to [`conform`] below; `every_line_has_its_laws` fails
//! until then.

mod analyses;
mod bots;
mod course;
mod images;
mod live;
mod promises;
mod scores;
mod searches;
mod subject;
mod subjects;
mod symmetry;
mod tables;
mod turns;

use starhop::registry::{champions, games};
use std::collections::BTreeMap;

/// A test a law for each game.
macro_rules! conform {
    ($($game:ident),*) => {
        $(mod $game {
            use super::{analyses, course, scores, searches, subjects, symmetry};

            conform!(law $game: all_moves_are_known_without_the_list_or_none = course::known_moves);
            conform!(law $game: keys_are_the_same_for_the_same = course::keys);
            conform!(law $game: armies_part_and_stand_alone = course::armies);
            conform!(law $game: turns_are_handed_over_or_not = course::turns);
            conform!(law $game: margins_are_negated_where_it_is_said = scores::margins);
            conform!(law $game: seats_see_the_same = symmetry::seats);
            conform!(law $game: arrays_have_a_mirror = symmetry::mirror);
            conform!(law $game: unsuitable_searches_are_refused = searches::refusals);
            conform!(law $game: searches_choose_legal_moves = searches::choices);
            conform!(law $game: analyses_begin_with_the_move_that_is_played = analyses::first);
            conform!(law $game: analyses_list_exact_values = analyses::values);
            conform!(law $game: threads_find_what_one_finds = searches::threads);
            conform!(law $game: idle_parameters_change_no_move = searches::idle);
        })*

        /// The names of the built-in vectors by kind.
        fn kinds() -> BTreeMap<&'static str, Vec<&'static str>> {
            let mut kinds = BTreeMap::new();
            $(for subject in subjects::$game() {
                let named = subject.families.iter().map(|it| (it.kind, it.family.built_in_names()));
                kinds.extend(named);
            })*
            kinds
        }
    };
    (law $game:ident: $name:ident = $law:path) => {
        #[test]
        fn $name() {
            subjects::$game().iter().for_each($law);
        }
    };
}

conform!(star_for_two, star_for_more, connect_four, draughts, square, diamond);

#[test]
fn every_line_has_its_laws() {
    let kinds = kinds();
    for entry in games() {
        let config = entry.preset(entry.default_preset(), 2).unwrap();
        let table = entry.open(2, &config.rules).unwrap();
        let mut names = kinds.get(entry.name).cloned().unwrap_or_default();
        let of_one = table.parts().into_iter().flat_map(|(kind, _)| champions(kind));
        names.extend(champions(entry.name).chain(of_one).map(|it| it.name));
        assert_eq!(names, table.built_in_names(), "{}", entry.name);
        for kind in table.kinds() {
            assert!(kinds.contains_key(kind), "{kind}");
        }
    }
}
