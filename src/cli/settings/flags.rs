//! The flags of `evolve`, made of what is declared of each setting.

use crate::cli::settings::parse_seed;
use crate::play::batch::{Conditions, Seats, Tables};
use crate::rng::Seed;
use crate::search::spec::Search;
use crate::tune::against::Against;
use crate::tune::config::Config;
use crate::tune::declared::with_settings;
use crate::tune::fitness::{Racing, Scoring};
use crate::tune::fix::Fix;
use crate::tune::names::{CrossoverName, MutationName, OptimizerName, SelectionName};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Whether a flag waits for `--help`.
macro_rules! is_more {
    (usual) => {
        false
    };
    (more) => {
        true
    };
}

macro_rules! flags {
    (
        kept { $(
            $(#[doc = $help:literal])+
            $name:ident: $given:ty as $held:ty = $default:expr,
            $group:literal, $shown:ident, $moved:ident, [$($flag:tt)*], [$($serde:tt)*],
            $counts:expr, $range:expr;
        )+ }
        beside { $(
            $(#[doc = $own_help:literal])+
            $own:ident: $own_type:ty, $own_group:literal, $own_shown:ident, [$($own_flag:tt)*];
        )+ }
    ) => {
        /// Whatever was set by flag or file; what was not comes from the preset.
        #[derive(Args, Clone, Debug, Default, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct Settings {
            /// Version of the settings file; flags have none.
            #[arg(skip)]
            pub(super) version: Option<u32>,
            /// As `--dir`, which is every command's flag.
            #[arg(skip)]
            pub(super) dir: Option<PathBuf>,
            /// As `--quiet`, which is every command's flag.
            #[arg(skip)]
            pub(super) quiet: Option<bool>,
            /// As the command's `--json`.
            #[arg(skip)]
            pub json: Option<bool>,
            /// The keys that come from a complete configuration, which a run wrote: as in a preset,
            /// some of them may count for nothing.
            #[arg(skip)]
            #[serde(skip)]
            pub(super) filled: BTreeSet<String>,
            $(
                $(#[doc = $own_help])+
                #[arg(long, help_heading = $own_group, hide_short_help = is_more!($own_shown), $($own_flag)*)]
                pub $own: Option<$own_type>,
            )+
            $(
                $(#[doc = $help])+
                #[arg(long, help_heading = $group, hide_short_help = is_more!($shown), $($flag)*)]
                pub(super) $name: Option<$given>,
            )+
        }

        impl Settings {
            /// Sets what a run's file says by leaving it out, since it is 0, none or usual: its preset may have
            /// others.
            pub(super) fn fill(&mut self, complete: Config) {
                $(self.$name = self.$name.take().or(complete.$name.into());)+
            }
        }
    };
}

with_settings!(flags);
