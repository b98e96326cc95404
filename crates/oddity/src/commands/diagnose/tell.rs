//! The diagnosis in tables for people.

use automata::{Bug, Change, Dfa, Figures};

use super::bugs::{Bugs, Named};
use super::rows::Row;
use crate::failure::Failure;
use crate::output::{Output, YELLOW};
use crate::table::Table;

/// The most characters of an event's description.
const MOST_CHARS: usize = 120;

pub(super) fn tell(bugs: &Bugs, rows: &[Row<'_>], output: &mut Output) -> Result<(), Failure> {
    for (place, named) in bugs.all.iter().enumerate() {
        if place > 0 {
            output.print('\n')?;
        }
        let of_bug: Vec<&Row<'_>> = rows.iter().filter(|row| row.bug == Some(place)).collect();
        tell_bug(named, &of_bug, output)?;
    }
    let unknown = rows.iter().filter(|row| row.bug.is_none());
    for (row, (app, bug)) in unknown.filter_map(|row| Some((row, row.about?))) {
        let told = gui::escaped(&format!("{} on {app} #{bug}", row.tool)).to_string();
        output.print(format_args!("\nnot applicable, as there is no automaton: {told}\n"))?;
    }
    if bugs.all.len() > 1 {
        output.print('\n')?;
        output.print(by_tool(rows))?;
    }
    tell_changes(bugs, rows, output)
}

fn tell_bug(named: &Named, rows: &[&Row<'_>], output: &mut Output) -> Result<(), Failure> {
    let (bug, dfa) = (&named.bug, &named.bug.dfa);
    let way = dfa.way_to_bug(Dfa::INITIAL).unwrap_or_default();
    let way: Vec<&str> = way.iter().map(|&symbol| dfa.symbol_name(symbol)).collect();
    let name = gui::escaped(&named.name);
    match way.len() {
        0 => output.print(format_args!("{name}: nothing leads to the bug\n"))?,
        1 => output.print(format_args!("{name}: 1 event leads to the bug, {}\n", gui::escaped(way[0])))?,
        steps => output.print(format_args!(
            "{name}: {steps} events lead to the bug, {}\n",
            gui::escaped(&way.join(" "))
        ))?,
    }
    output.print(format_args!(
        "{}, {}; NFA {}, {}; DFA {}, {}\n",
        count(dfa.symbols().len(), "event"),
        count(dfa.pairs().count(), "pair"),
        count(bug.nfa.drawn_states(), "state"),
        count(bug.nfa.transitions().len(), "transition"),
        count(dfa.states().len(), "state"),
        count(dfa.moves().count(), "transition")
    ))?;
    let first = if rows.iter().any(|row| row.about.is_some()) { "tool" } else { "log" };
    let mut table = Table::new([first, "events", "pairs", "by the paper", "distance", "bug", "first missed"]);
    for row in rows {
        table.row(cells(bug, row));
    }
    output.print(table)?;
    for row in rows {
        for doubt in doubts(row) {
            output.line(YELLOW, format_args!("{}: {doubt}", gui::escaped(row.tool)))?;
        }
    }
    Ok(())
}

/// `1 event`, `2 events`
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn cells(bug: &Bug, row: &Row<'_>) -> [String; 7] {
    let runs = row.read.len() + row.failed;
    let tool = gui::escaped(row.tool);
    let name = if runs > 1 { format!("{tool} ({runs} runs)") } else { tool.to_string() };
    let Some(best) = &row.best else {
        return [name, "-".into(), "-".into(), "-".into(), "-".into(), "failed".into(), String::new()];
    };
    let share = |[covered, total]: [u64; 2]| match total {
        0 => "n/a".to_owned(),
        total => format!("{covered} of {total}"),
    };
    let found = match (best.accepted, best.crashed) {
        (0, 0) => "missed".to_owned(),
        (0, _) => "crashed".to_owned(),
        (_, 0) => "reached".to_owned(),
        (_, crashed) if runs > 1 => format!("found in {crashed}"),
        _ => "found".to_owned(),
    };
    let from = bug.dfa.distance(Dfa::INITIAL);
    let missed = row.nearest().and_then(missed_in_words).unwrap_or_default();
    [
        name,
        share(best.ec),
        share(best.epc),
        share(best.epc_paper),
        format!("{} of {from}", best.md),
        found,
        missed,
    ]
}

/// `never tapped Settings in the menu`
fn missed_in_words(figures: &Figures) -> Option<String> {
    let missed = figures.first_missed.as_ref()?;
    let info = missed.info.as_deref().map(str::trim).filter(|info| !info.is_empty());
    let Some(info) = info else { return Some(format!("event {}", gui::escaped(&missed.event))) };
    let mut told: String = info.trim_end_matches('.').chars().take(MOST_CHARS).collect();
    if info.chars().count() > MOST_CHARS {
        told.push('…');
    }
    let mut letters = told.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    Some(format!(
        "{}: never {}",
        gui::escaped(&missed.event),
        gui::escaped(&format!("{first}{}", letters.as_str()))
    ))
}

/// Where the automaton and the app do not agree.
fn doubts(row: &Row<'_>) -> Vec<String> {
    let runs = |is: fn(&Figures) -> bool| row.read.iter().filter(|read| is(&read.figures)).count();
    let incomplete = runs(|figures| figures.crashed && !figures.accepted);
    let imprecise = runs(|figures| figures.accepted && !figures.crashed);
    let mut doubts = Vec::new();
    if incomplete > 0 {
        doubts.push("the app crashed on a way that the automaton does not know: it is incomplete, or that is another bug".to_owned());
    }
    if imprecise > 0 {
        doubts.push(
            "the automaton says that the bug was reached, but the app did not crash: it is imprecise"
                .to_owned(),
        );
    }
    if row.failed > 0 {
        doubts.push(format!("{} left nothing of use", count(row.failed, "run")));
    }
    doubts
}

/// How many bugs each tool found, missed, and could not be held to.
fn by_tool(rows: &[Row<'_>]) -> Table<5> {
    let mut table = Table::new(["tool", "found", "missed", "failed", "not applicable"]);
    let mut tools: Vec<&str> = Vec::new();
    rows.iter().for_each(|row| {
        if !tools.contains(&row.tool) {
            tools.push(row.tool);
        }
    });
    for tool in tools {
        let count = |is: &dyn Fn(&Row<'_>) -> bool| {
            rows.iter().filter(|row| row.tool == tool && is(row)).count().to_string()
        };
        let found = |row: &Row<'_>| row.best.as_ref().is_some_and(|best| best.found());
        table.row([
            gui::escaped(tool).to_string(),
            count(&found),
            count(&|row| row.best.is_some() && !found(row)),
            count(&|row| row.bug.is_some() && row.best.is_none()),
            count(&|row| row.bug.is_none()),
        ]);
    }
    table
}

fn tell_changes(bugs: &Bugs, rows: &[Row<'_>], output: &mut Output) -> Result<(), Failure> {
    let changes: Vec<Change> = rows.iter().filter_map(|row| row.change).collect();
    if changes.is_empty() {
        return Ok(());
    }
    let told = [Change::Found, Change::Improved, Change::Same, Change::Worse].map(|change| {
        format!("{} {}", changes.iter().filter(|&&other| other == change).count(), change.word())
    });
    output.print(format_args!("\nsince the baseline: {}\n", told.join(", ")))?;
    for row in rows {
        if let Some(change @ (Change::Found | Change::Improved | Change::Worse)) = row.change {
            let bug = row.bug.map_or("", |place| bugs.all[place].name.as_str());
            let told = format!("{} on {bug}", row.tool);
            output.print(format_args!("  {}: {}\n", gui::escaped(&told), change.word()))?;
        }
    }
    Ok(())
}
