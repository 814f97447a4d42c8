//! Who takes the other seats: drawn by shares, seat by seat.

use crate::rng::Rng;
use rand::RngExt;
use std::slice;

/// Players that have a share in common; each of them is met as often as any other.
struct Group<'a, T> {
    share: u32,
    members: &'a [T],
    /// The member that is never met.
    except: Option<usize>,
}

impl<T> Group<'_, T> {
    fn count(&self) -> usize {
        self.members.len().saturating_sub(usize::from(self.except.is_some()))
    }
}

/// A mix of players. A group without members is as good as not there: the others are drawn by
/// their shares.
pub struct Mix<'a, T>(Vec<Group<'a, T>>);

impl<'a, T> Mix<'a, T> {
    /// Single players, each with its share: one at least, all shares above 0.
    pub fn new(players: &'a [(u32, T)]) -> Mix<'a, T> {
        let group = |(share, player): &'a (u32, T)| Group {
            share: *share,
            members: slice::from_ref(player),
            except: None,
        };
        Mix(players.iter().map(group).collect())
    }

    /// With a group of players beside those that are there, but for one of them.
    pub fn with(mut self, share: u32, members: &'a [T], except: Option<usize>) -> Mix<'a, T> {
        let group = Group { share, members, except };
        if share > 0 && group.count() > 0 {
            self.0.push(group);
        }
        self
    }

    /// The one who is met always, where that needs no draw.
    pub fn only(&self) -> Option<&'a T> {
        match &self.0[..] {
            [Group { members: [player], .. }] => Some(player),
            _ => None,
        }
    }

    /// A player: one draw for the group, and one for the member where there are several.
    pub fn draw(&self, rng: &mut Rng) -> &'a T {
        let shares = self.0.iter().map(|group| u64::from(group.share));
        let mut drawn = rng.random_range(0..shares.sum::<u64>().max(1));
        let met = self.0.iter().find(|group| {
            let share = u64::from(group.share);
            let is_met = drawn < share;
            drawn = drawn.saturating_sub(share);
            is_met
        });
        let group = met.expect("a mix has players, and what is drawn is below their shares");
        let member = match group.count() {
            1 => 0,
            count => rng.random_range(0..count),
        };
        let passed = group.except.is_some_and(|except| member >= except);
        &group.members[member + usize::from(passed)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::tests::{assert_follows, stream};
    use rand::Rng as _;

    const FIXED: [(u32, usize); 2] = [(3, 0), (1, 1)];

    /// How often each of `0..5` is drawn.
    fn counts(mix: &Mix<usize>) -> [u64; 5] {
        let mut rng = stream(8);
        let mut counts = [0; 5];
        (0..8000).for_each(|_| counts[*mix.draw(&mut rng)] += 1);
        counts
    }

    #[test]
    fn groups_are_met_by_their_shares_and_members_alike() {
        let members = [2, 3, 4];
        let mix = Mix::new(&FIXED).with(4, &members, None);
        let third = 1.0 / 6.0;
        assert_follows(&counts(&mix), &[3.0 / 8.0, 1.0 / 8.0, third, third, third]);
        for (except, chances) in
            [[0.0, 0.25, 0.25], [0.25, 0.0, 0.25], [0.25, 0.25, 0.0]].into_iter().enumerate()
        {
            let mix = Mix::new(&FIXED).with(4, &members, Some(except));
            assert_follows(&counts(&mix), &[&[3.0 / 8.0, 1.0 / 8.0], &chances[..]].concat());
        }
    }

    #[test]
    fn the_draw_falls_to_the_others_where_a_group_is_empty() {
        for mix in [
            Mix::new(&FIXED).with(9, &[], None),
            Mix::new(&FIXED).with(9, &[], Some(0)),
            Mix::new(&FIXED).with(9, &[2], Some(0)),
            Mix::new(&FIXED).with(0, &[2], None),
        ] {
            assert_eq!(counts(&mix), counts(&Mix::new(&FIXED)));
        }
    }

    #[test]
    fn one_player_alone_needs_no_draw() {
        let one = [(7, 1)];
        assert_eq!(Mix::new(&one).only(), Some(&1));
        assert_eq!(Mix::new(&one).with(2, &[], None).only(), Some(&1));
        assert_eq!(Mix::new(&one).with(2, &[3], None).only(), None);
        assert_eq!(Mix::new(&FIXED).only(), None);
    }

    #[test]
    fn single_players_take_one_draw_each() {
        let (mut rng, mut other) = (stream(1), stream(1));
        for _ in 0..50 {
            let expected = usize::from(other.random_range(0..4u64) == 3);
            assert_eq!(*Mix::new(&FIXED).draw(&mut rng), expected);
        }
        assert_eq!(rng.next_u64(), other.next_u64());
    }
}
