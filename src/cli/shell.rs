//! `completions` and `man`: what shells and man need to know.

use super::failure::Failure;
use super::{VERSION, help, output};
use clap::Args;
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
")]
pub struct ManArgs {
    /// Command to describe [default: the program as a whole]
    command: Option<String>,
}

/// Runs `completions`.
pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut help::command(), "starhop", &mut bytes);
    output::print_bytes(&bytes)
}

/// Runs `man`.
pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut program = help::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            let found = found.ok_or_else(|| Failure::usage(format!("no command '{name}'")))?;
            found.display_name(format!("starhop-{name}"))
        }
    };
    let mut bytes = Vec::new();
    let version = format!("starhop {VERSION}");
    clap_mangen::Man::new(command).source(version).render(&mut bytes)?;
    output::print_bytes(&bytes)
}
