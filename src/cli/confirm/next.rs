//! The command to type after an attempt.

use super::ConfirmArgs;
use super::page::{Outcome, Page};
use crate::cli::better::{free, longer};
use crate::cli::failure::Failure;
use crate::cli::quoted;
use crate::play::opening::MOST_PLIES;
use crate::record::home::Home;
use crate::record::ledger::Verdict;
use crate::record::run::Run;

/// What goes on from here: more games where nothing is decided, more openings where the same games come
/// again, more generations where nothing was won, the best known as an opponent where that wasn't beaten, a
/// search that looks farther where the gain doesn't carry so far and starhop's own search plays, and else the
/// way into another program.
pub fn words(page: &Page, run: &Run, args: &ConfirmArgs, home: &Home) -> Result<String, Failure> {
    let name = page.run;
    let config = &page.plan.config;
    let verdict = |name: &str| page.plan.verdict(page.found, name);
    let evolve = |ending: &str, more: String| {
        let settings = quoted(&run.config_path().display().to_string());
        let new = free(&format!("{name}-{ending}"), home)?;
        Ok(format!("evolve --config {settings} --from {name} --name {new} {more}"))
    };
    let best = verdict("best-known");
    let is_open = page.outcome() == Outcome::Undecided || best == Some(Verdict::Undecided);
    // More of the same games would decide no more.
    let repeated = page.tests().find(|(test, it)| !test.is_farther() && it.repeats());
    if is_open && repeated.is_none() && !page.plan.is_exact() {
        let rounds = page.plan.tests.iter().filter(|it| !it.is_farther()).map(|it| it.rounds).max();
        let games = rounds.unwrap_or(1).saturating_mul(4).saturating_mul(config.players as u64);
        let against = args.against.as_ref().map(|it| format!(" --against {}", quoted(it)));
        let against = against.unwrap_or_default();
        return Ok(format!("confirm {name}{against} --games {}", games.min(100_000_000)));
    }
    if let Some((test, _)) = repeated.filter(|_| is_open && page.plan.opening_plies < MOST_PLIES) {
        let against = quoted(&test.against.name);
        return Ok(match &config.program {
            Some(file) => format!("program check {}", quoted(file)),
            None => format!("measure {name} --against {against} --opening-plies {MOST_PLIES}"),
        });
    }
    if page.outcome() != Outcome::Confirmed {
        return longer(run, config);
    }
    let beaten = |verdict: Option<Verdict>| verdict.is_none_or(|it| it == Verdict::Stronger);
    if !beaten(best) {
        let best = page.plan.tests.iter().find(|test| test.name() == "best-known");
        let best = best.map_or("", |it| it.against.name.as_str());
        let met = config.against.opponents().iter().any(|it| it.name == best);
        if met || page.plan.is_scored() {
            return longer(run, config);
        }
        let against = quoted(&format!("{},{best}", config.against));
        return evolve("more", format!("--against {against}"));
    }
    let farther = page.tests().find(|(test, _)| test.is_farther() && test.is_start());
    if let Some((test, it)) = farther
        && config.program.is_none()
        && matches!(it.verdict(), Verdict::Weaker | Verdict::NotStronger)
    {
        let search = quoted(&test.search.to_string());
        return evolve("farther", format!("--search {search}"));
    }
    Ok(format!("export {name} -o {name}.json"))
}
