//! Who takes the other seats: drawn by shares, seat by seat.

use super::batch::{Batch, Tables};
use crate::rng::Rng;
use rand::RngExt;

/// A vector of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// The list that it is in: 0 for the batch's own vectors, from 1 on its opponents in their
    /// order.
    pub list: usize,
    /// Its index there.
    pub place: usize,
}

/// Players that have a share in common; each of them is met as often as any other.
struct Group {
    share: u32,
    list: usize,
    /// How many can be met.
    count: usize,
    /// The place that is passed over.
    except: Option<usize>,
}

impl Group {
    /// The list's players but for the excepted one.
    fn member(&self, number: usize) -> Who {
        let passed = self.except.is_some_and(|except| number >= except);
        Who { list: self.list, place: number + usize::from(passed) }
    }

    /// Draws one of them, where there are several.
    fn draw(&self, rng: &mut Rng) -> Who {
        self.member(match self.count {
            1 => 0,
            count => rng.random_range(0..count),
        })
    }
}

/// A mix of players. A group without members is as good as not there: the others are drawn by
/// their shares.
#[derive(Default)]
pub struct Mix(Vec<Group>);

impl Mix {
    /// The opponents of a batch, and its own vectors but for one.
    pub fn new(batch: &Batch<'_>, except: Option<usize>) -> Mix {
        let lists = batch.opponents.iter().zip(1..);
        let mix = lists.fold(Mix::default(), |mix, (it, list)| {
            mix.with(it.share, list, it.vectors.len(), None)
        });
        mix.with(batch.population_share, 0, batch.vectors.len(), except)
    }

    /// Adds a list of that many players, except one of them.
    fn with(mut self, share: u32, list: usize, players: usize, except: Option<usize>) -> Mix {
        let count = players.saturating_sub(usize::from(except.is_some()));
        if share > 0 && count > 0 {
            self.0.push(Group { share, list, count, except });
        }
        self
    }

    /// The only player that can be met, where there is just one.
    pub fn only(&self) -> Option<Who> {
        match &self.0[..] {
            [group] if group.count == 1 => Some(group.member(0)),
            _ => None,
        }
    }

    /// Draws the players of `seats` seats in a round, and returns them with the stream from which
    /// the opening is drawn next; see [`Batch::round_chance`].
    pub fn round(
        &self,
        batch: &Batch<'_>,
        (vector, round): (usize, u64),
        seats: usize,
    ) -> (Vec<Who>, Rng) {
        let mut rng = batch.round_chance(vector, round);
        (self.table(batch.tables, seats, &mut rng), rng)
    }

    fn table(&self, tables: Tables, seats: usize, rng: &mut Rng) -> Vec<Who> {
        match tables {
            Tables::Mixed => (0..seats).map(|_| self.draw(rng)).collect(),
            Tables::Alike => {
                let group = self.group(rng);
                (0..seats).map(|_| group.draw(rng)).collect()
            }
        }
    }

    /// Draws a player: one draw for the group, and one for the member where there are several.
    pub fn draw(&self, rng: &mut Rng) -> Who {
        self.group(rng).draw(rng)
    }

    fn group(&self, rng: &mut Rng) -> &Group {
        let shares = self.0.iter().map(|group| u64::from(group.share));
        let mut drawn = rng.random_range(0..shares.sum::<u64>().max(1));
        let met = self.0.iter().find(|group| {
            let share = u64::from(group.share);
            let is_met = drawn < share;
            drawn = drawn.saturating_sub(share);
            is_met
        });
        met.expect("a mix has players, and what is drawn is below their shares")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::tests::{assert_follows, stream};
    use rand::Rng as _;
    use std::collections::BTreeSet;

    /// Tables of one kind by list, and others, where three seats are drawn one by one: (3/8)³, (1/8)³, (4/8)³.
    const MIXED: [f64; 4] = [27.0 / 512.0, 1.0 / 512.0, 64.0 / 512.0, 420.0 / 512.0];

    /// Two single players, the first with three quarters of the share.
    fn fixed() -> Mix {
        Mix::default().with(3, 1, 1, None).with(1, 2, 1, None)
    }

    /// How often the two single players and three others, of list 0, are drawn.
    fn counts(mix: &Mix) -> [u64; 5] {
        let mut rng = stream(8);
        let mut counts = [0; 5];
        (0..8000).for_each(|_| {
            let Who { list, place } = mix.draw(&mut rng);
            counts[if list == 0 { 2 + place } else { list - 1 }] += 1;
        });
        counts
    }

    #[test]
    fn groups_are_met_by_their_shares_and_members_alike() {
        let mix = fixed().with(4, 0, 3, None);
        let third = 1.0 / 6.0;
        assert_follows(&counts(&mix), &[3.0 / 8.0, 1.0 / 8.0, third, third, third]);
        for (except, chances) in
            [[0.0, 0.25, 0.25], [0.25, 0.0, 0.25], [0.25, 0.25, 0.0]].into_iter().enumerate()
        {
            let mix = fixed().with(4, 0, 3, Some(except));
            assert_follows(&counts(&mix), &[&[3.0 / 8.0, 1.0 / 8.0], &chances[..]].concat());
        }
    }

    #[test]
    fn the_draw_falls_to_the_others_where_a_group_is_empty() {
        for mix in [
            fixed().with(9, 0, 0, None),
            fixed().with(9, 0, 0, Some(0)),
            fixed().with(9, 0, 1, Some(0)),
            fixed().with(0, 0, 1, None),
        ] {
            assert_eq!(counts(&mix), counts(&fixed()));
        }
    }

    #[test]
    fn a_table_is_alike_or_mixed() {
        let mix = fixed().with(4, 0, 3, None);
        for (tables, expected) in
            [(Tables::Alike, [3.0 / 8.0, 1.0 / 8.0, 4.0 / 8.0, 0.0]), (Tables::Mixed, MIXED)]
        {
            let mut rng = stream(9);
            let mut counts = [0; 4];
            (0..8000).for_each(|_| {
                let lists: Vec<usize> =
                    mix.table(tables, 3, &mut rng).iter().map(|who| who.list).collect();
                let alike = lists.iter().all(|list| *list == lists[0]);
                counts[if alike { (lists[0] + 2) % 3 } else { 3 }] += 1;
            });
            assert_follows(&counts, &expected);
        }
        // The members of a list come one by one: all three at one table in 2 of 9.
        let mut rng = stream(10);
        let all = (0..900).filter(|_| {
            let table = mix.table(Tables::Alike, 3, &mut rng);
            let places: BTreeSet<usize> = table.iter().map(|who| who.place).collect();
            places.len() == 3
        });
        assert!(
            (70..130).contains(&all.count()),
            "100 expected: half of the tables are of that list"
        );
    }

    #[test]
    fn one_player_alone_needs_no_draw() {
        let one = || Mix::default().with(7, 1, 1, None);
        let alone = Some(Who { list: 1, place: 0 });
        assert_eq!(one().only(), alone);
        assert_eq!(one().with(2, 0, 0, None).only(), alone);
        assert_eq!(one().with(2, 0, 1, None).only(), None);
        assert_eq!(fixed().only(), None);
        assert_eq!(Mix::default().with(2, 0, 2, Some(0)).only(), Some(Who { list: 0, place: 1 }));
    }

    #[test]
    fn single_players_take_one_draw_each() {
        let (mut rng, mut other) = (stream(1), stream(1));
        for _ in 0..50 {
            let expected = 1 + usize::from(other.random_range(0..4u64) == 3);
            assert_eq!(fixed().draw(&mut rng), Who { list: expected, place: 0 });
        }
        assert_eq!(rng.next_u64(), other.next_u64());
    }
}
