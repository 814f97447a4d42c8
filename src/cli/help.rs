//! The command line with its help: defaults beside the flags of `evolve`, and paragraphs that wrap to
//! any terminal.

use super::Cli;
use super::settings::complete;
use crate::registry;
use crate::session::weights::PLAYERS;
use clap::{Arg, Command, CommandFactory};

/// The command line.
pub fn command() -> Command {
    let preset =
        registry::default_game().preset(registry::default_game().default_preset(), PLAYERS);
    let defaults = preset.ok().and_then(|it| complete(it).ok()).unwrap_or_default();
    let evolve = |command: Command| command.mut_args(|arg| with_default(arg, &defaults));
    let command = Cli::command().mut_subcommands(|command| flowing(with_negative(command)));
    flowing(command.mut_subcommand("evolve", evolve))
}

/// A command that takes `-1` for a number, so that it is refused as one that is too small.
fn with_negative(command: Command) -> Command {
    command.mut_args(|arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    })
}

/// A flag with its default, where its help doesn't say it and the preset holds one.
fn with_default(arg: Arg, defaults: &toml::Table) -> Arg {
    let default = arg.get_long().and_then(|key| defaults.get(key)).map(|value| match value {
        // With blanks, at which terminals can break it.
        toml::Value::String(text) => text.replace(',', ", "),
        other => other.to_string(),
    });
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    match default {
        Some(default) if !help.contains("[default") && arg.get_long() != Some("seed") => {
            arg.help(format!("{help} [default: {default}]"))
        }
        _ => arg,
    }
}

/// A command whose paragraphs of text have no line breaks of their own.
fn flowing(command: Command) -> Command {
    let [short, long] = [command.get_after_help(), command.get_after_long_help()]
        .map(|text| text.map(|text| joined(&text.to_string())));
    let command = match short {
        Some(text) => command.after_help(text),
        None => command,
    };
    match long {
        Some(text) => command.after_long_help(text),
        None => command,
    }
}

/// A text whose paragraphs are a line each, and so are the points of a list. Lines that begin with blanks are
/// examples and stay.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    let mut flows = false;
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
        if !joined.is_empty() {
            let goes_on = flows && is_prose && !line.starts_with("- ");
            joined.push(if goes_on { ' ' } else { '\n' });
        }
        joined.push_str(line);
        flows = is_prose;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns of the terminals that examples have to fit.
    const NARROW: usize = 80;

    #[test]
    fn paragraphs_are_lines() {
        assert_eq!(joined("a\nb\n\nc:\n  d\n  e\nf"), "a b\n\nc:\n  d\n  e\nf");
        let list = "a:\n- b\n- c\n  d\n- e";
        assert_eq!(joined(list), list);
    }

    #[test]
    fn examples_fit_narrow_terminals() {
        let mut program = command();
        program.build();
        let wide = |text: &str| {
            let examples = text.lines().filter(|line| line.starts_with(' '));
            let wide = examples.filter(|line| line.chars().count() > NARROW);
            wide.map(str::to_string).collect::<Vec<_>>()
        };
        let texts = program.get_subcommands().flat_map(|command| {
            [command.get_after_help(), command.get_after_long_help()].into_iter().flatten()
        });
        let found: Vec<String> = texts.flat_map(|text| wide(&text.to_string())).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }

    #[test]
    fn defaults_stand_beside_the_flags_of_evolve() {
        let mut program = command();
        let evolve = program.find_subcommand_mut("evolve").unwrap().render_long_help().to_string();
        let evolve = evolve.split_whitespace().collect::<Vec<_>>().join(" ");
        let left_out = ["[default: mixed]", "[default: plies]"];
        let kept = ["[default: 64]", "[default: es]", "[default: truncation]"];
        for default in kept.into_iter().chain(left_out) {
            assert!(evolve.contains(default), "{default}: {evolve}");
        }
        for game in registry::games().iter().map(|it| it.name) {
            assert!(evolve.contains(game), "{game}");
        }
        for preset in registry::games().iter().flat_map(|it| it.presets) {
            assert!(evolve.contains(preset.name), "{}", preset.name);
        }
    }
}
