//! `completions` and `man`: what shells and man need to know.

use super::failure::Failure;
use super::{VERSION, help, output};
use clap::{Args, Command};
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop completions bash > ~/.local/share/bash-completion/completions/starhop
  starhop completions fish > ~/.config/fish/completions/starhop.fish
")]
pub struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print a manual page
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop man > starhop.1
  starhop man evolve > starhop-evolve.1
  starhop man program check > starhop-program-check.1
")]
pub struct ManArgs {
    /// Command to describe, with its subcommand [default: the program as a whole]
    command: Vec<String>,
}

/// Runs `completions`.
pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut program = help::command().mut_subcommands(|it| match it.get_name() {
        "program" => shown(&it),
        _ => it,
    });
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut program, "starhop", &mut bytes);
    output::print_bytes(&bytes)
}

/// The command `program` without what only the program itself asks for, which would be completed, too.
fn shown(program: &Command) -> Command {
    let shown = program.get_subcommands().filter(|it| !it.is_hide_set()).cloned();
    let about = program.get_about().cloned().unwrap_or_default();
    Command::new("program").about(about).subcommands(shown.collect::<Vec<_>>())
}

/// Runs `man`.
pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut program = help::command();
    program.build();
    let mut command = &program;
    for word in &args.command {
        let unknown = || Failure::usage(format!("no command '{}'", args.command.join(" ")));
        command =
            command.find_subcommand(word).filter(|it| !it.is_hide_set()).ok_or_else(unknown)?;
    }
    let text = command.get_after_long_help().or(command.get_after_help());
    let sections = sections(&text.map(ToString::to_string).unwrap_or_default());
    let name = args.command.iter().fold("starhop".to_string(), |name, word| name + "-" + word);
    let command = command
        .clone()
        .display_name(name)
        .mut_args(|arg| arg.hide_short_help(false))
        .after_help(None::<&'static str>)
        .after_long_help(None::<&'static str>);
    let mut bytes = Vec::new();
    let version = format!("starhop {VERSION}");
    clap_mangen::Man::new(command).source(version).render(&mut bytes)?;
    bytes.extend(sections.into_bytes());
    output::print_bytes(&bytes)
}

/// What stands below the flags in a command's help, as sections of its manual page.
fn sections(help: &str) -> String {
    let (mut notes, mut examples, mut is_example) = (String::new(), String::new(), false);
    for line in help.trim().lines() {
        if ["Example:", "Examples:"].contains(&line) {
            is_example = true;
        } else if is_example && line.starts_with(' ') {
            examples += &format!("{}\n", in_roff(line));
        } else {
            is_example = false;
            notes += &match (line, line.strip_prefix("- ")) {
                ("", _) => ".PP\n".to_string(),
                (_, Some(point)) => format!(".IP \\(bu 2\n{}\n", in_roff(point)),
                (_, None) => format!("{}\n", in_roff(line.trim_start())),
            };
        }
    }
    let notes = match notes.trim_start_matches(".PP\n").trim_end_matches(".PP\n") {
        "" => String::new(),
        notes => format!(".SH NOTES\n{notes}"),
    };
    match examples.as_str() {
        "" => notes,
        _ => format!("{notes}.SH EXAMPLES\n.nf\n{examples}.fi\n"),
    }
}

/// A line of text as manual pages have it, below what [`clap_mangen::Man`] defines.
fn in_roff(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\*(Aq");
    match text.starts_with('.') {
        true => format!("\\&{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_their_lines_in_a_manual_page() {
        let help = "\na -b\n- c\n  d\n\nExamples:\n  e 'f\\n'\n  g\n\nh";
        let page = ".SH NOTES\na \\-b\n.IP \\(bu 2\nc\nd\n.PP\n.PP\nh\n\
                    .SH EXAMPLES\n.nf\n  e \\*(Aqf\\en\\*(Aq\n  g\n.fi\n";
        assert_eq!(sections(help), page);
        assert_eq!(sections("Example:\n  a"), ".SH EXAMPLES\n.nf\n  a\n.fi\n");
        assert_eq!(sections(""), "");
    }
}
