//! The budget app.

use std::time::Duration;

use device::Change;
use sim::Profile;

use crate::person::{Person, check, check_on};

#[test]
fn every_screen_opens_and_closes() {
    let mut person = Person::with("budget");
    assert_eq!(person.texts("account_name"), ["Cash", "Bank", "Savings"]);
    for (entry, activity) in [
        ("Transfer", "TransferActivity"),
        ("Categories", "CategoriesActivity"),
        ("Settings", "SettingsActivity"),
    ] {
        assert_eq!(person.menu(entry).activity(), activity);
        assert_eq!(person.back().activity(), "OverviewActivity");
    }
    assert_eq!(person.tap("#report").activity(), "ReportActivity");
    person.back();
    assert_eq!(person.tap_text("Bank").activity(), "AccountActivity");
    assert_eq!(person.tap_text("Railway").activity(), "EntryActivity");
}

/// Books an expense of the first account.
fn spend<'p>(person: &'p mut Person, amount: &str, payee: &str) -> &'p mut Person {
    person.tap("#add").write("#amount", amount).write("#payee", payee).tap("#save")
}

#[test]
fn entries_change_the_balance_and_undo_takes_them_back() {
    let mut person = Person::with("budget");
    let before = person.text("1st #balance");
    spend(&mut person, "20", "Umbrella");
    let after = person.text("1st #balance");
    person.return_to_ended_process().tap("#undo");
    assert_eq!(person.text("1st #balance"), before);
    assert_eq!((before.as_str(), after.as_str()), ("€30.25", "€10.25"));
}

#[test]
fn odd_amounts_are_refused_politely() {
    let mut person = Person::with("budget");
    for (typed, told) in [
        ("", "Please enter an amount."),
        ("0", "The amount must be more than nothing."),
        ("123456789012345678901234567890", "Amounts go up to 9,999,999.99."),
    ] {
        person.tap("#add");
        if !typed.is_empty() {
            person.write("#amount", typed);
        }
        person.tap("#save");
        assert_eq!(person.text("#error"), told);
        person.tap_named("Cancel");
        if person.can_use("text \"Discard\"") {
            person.tap_text("Discard");
        }
    }
}

#[test]
fn a_transfer_has_two_sides_that_go_together() {
    let mut person = Person::with("budget");
    person.menu("Transfer").choose("#to", "Savings").write("#amount", "10.50").tap("#book");
    assert_eq!(person.texts("balance"), ["€19.75", "€1,700.30", "€5,010.50"]);
    person.tap_text("Savings").tap_text("From Cash").tap_text("Delete").back();
    assert_eq!(person.texts("balance"), ["€30.25", "€1,700.30", "€5,000.00"]);
    person.tap("#undo");
    assert_eq!(person.texts("balance"), ["€19.75", "€1,700.30", "€5,010.50"]);
}

/// The accounts that a transfer is between.
fn chosen(person: &mut Person) -> [String; 2] {
    ["#text1 in #from", "#text1 in #to"].map(|selector| person.text(selector))
}

#[test]
fn accounts_must_differ_in_a_transfer() {
    let mut person = Person::with("budget");
    person.menu("Transfer").choose("#from", "Bank");
    assert_eq!(chosen(&mut person), ["Bank", "Cash"]);
    person.tap("#swap");
    assert_eq!(chosen(&mut person), ["Cash", "Bank"]);
}

#[test]
fn entries_are_searched_sorted_and_filtered() {
    let mut person = Person::with("budget");
    person.tap_text("Bank").menu("Largest first");
    assert_eq!(person.texts("payee")[..2], ["Wages", "Rent"]);
    person.choose("#category_filter", "Food");
    assert_eq!(person.texts("payee"), ["Supermarket", "Supermarket", "Supermarket"]);
    person.choose("#category_filter", "All categories").tap("#search").write("#search_box", "rail");
    assert_eq!(person.texts("payee"), ["Railway"]);
}

#[test]
fn entries_of_a_deleted_category_are_other() {
    let mut person = Person::with("budget");
    person.menu("Categories").hold("row 1 of #categories").tap_text("Delete").tap_text("Delete").back();
    person.tap_text("Bank");
    assert!(person.text("1st #below").starts_with("Other"));
}

#[test]
fn an_export_survives_the_process_and_can_be_cancelled() {
    let mut person = Person::with("budget");
    person.menu("Export").tap("#cancel_export").wait(Duration::from_secs(8));
    assert_eq!(person.activity(), "OverviewActivity");
    person.menu("Export").return_to_ended_process();
    assert!(person.can_use("#export_progress"));
    person.wait(Duration::from_secs(8));
    assert_ne!(person.activity(), "OverviewActivity", "the sheet for sharing is open");
}

#[test]
fn it_speaks_some_german() {
    let mut person = Person::with("budget");
    person.change(&Change::Locale { tag: "de-DE".to_owned() });
    assert!(person.sees("Konten") && person.sees("30,25 €"));
    assert!(person.tap("#report").sees("Januar 2026"));
}

#[test]
fn stale_undo() {
    let steps = |person: &mut Person| {
        person.tap_text("Cash").hold(r#"row with "Cinema" of #entries"#).tap("#delete_selected");
        person.tap_text("Delete").back();
        person.hold(r#"row with "Cash" of #accounts"#).tap_text("Delete").tap_text("Delete").tap("#undo");
        person.crash()
    };
    let npe = "java.lang.NullPointerException: Attempt to read from field 'Account.balance' on a null object reference";
    check("budget", "stale-undo", steps, (npe, ""));
}

#[test]
fn empty_month() {
    let steps = |person: &mut Person| {
        person.tap("#report").tap("#later");
        person.crash()
    };
    check("budget", "empty-month", steps, ("java.lang.ArithmeticException: divide by zero", ""));
}

#[test]
fn lost_amount() {
    let steps = |person: &mut Person| {
        person.tap("#add").write("#payee", "Umbrella").write("#amount", "20").turn_twice();
        assert_eq!(person.text("#amount"), "20", "turning keeps it in either case");
        person.return_to_ended_process();
        (person.text("#payee"), person.text("#amount"))
    };
    let payee = "Umbrella".to_owned();
    // An empty text box shows its hint.
    check("budget", "lost-amount", steps, ((payee.clone(), "Amount".into()), (payee, "20".into())));
}

#[test]
fn wrong_account() {
    let steps = |person: &mut Person| {
        person.menu("Transfer").choose("#to", "Savings").write("#amount", "10").tap("#book");
        person.texts("balance").join(", ")
    };
    let wrong = "€20.25, €1,710.30, €5,000.00";
    check("budget", "wrong-account", steps, (wrong, "€20.25, €1,700.30, €5,010.00"));
}

#[test]
fn stale_report() {
    let steps = |person: &mut Person| {
        let before = person.tap("#report").text("#month_total");
        person.back().tap_text("Cash").tap_text("Bakery").tap("#income").tap("#save").back().tap("#report");
        person.text("#month_total") == before
    };
    check("budget", "stale-report", steps, (true, false));
}

#[test]
fn undo_one() {
    let steps = |person: &mut Person| {
        person.tap_text("Bank").hold("row 1 of #entries").tap("row 2 of #entries").tap("#delete_selected");
        person.tap_text("Delete").tap("#undo");
        person.texts("payee").len()
    };
    check("budget", "undo-one", steps, (7_usize, 8_usize));
}

#[test]
fn old_title() {
    let steps = |person: &mut Person| {
        person.tap_text("Cash").menu("Rename account").write("#account_name", " box").tap_text("Rename");
        person.sees("Cash box")
    };
    check("budget", "old-title", steps, (false, true));
}

#[test]
fn half_cents() {
    let steps = |person: &mut Person| {
        spend(person, "12.5", "Umbrella");
        person.text("1st #balance")
    };
    check("budget", "half-cents", steps, ("€18.20", "€17.75"));
}

#[test]
fn cut_amounts() {
    let width = |person: &mut Person, selector: &str| {
        let layout = person.layout();
        let found: gui::Selector = selector.parse().unwrap();
        found.resolve(&layout).unwrap().node.bounds().width()
    };
    let steps = |person: &mut Person| {
        spend(person, "1234567.89", "Yacht").tap_text("Cash");
        width(person, r#"text "-€1,234,567.89""#) > width(person, r#"text "-€12.00""#)
    };
    check("budget", "cut-amounts", steps, (false, true));
}

#[test]
fn typed_text_dialogs_and_selections_survive_everything() {
    let mut person = Person::with("budget");
    person.menu("New account").write("#account_name", "Piggy bank");
    for _ in 0..2 {
        person.turn_twice().leave_and_return().return_to_ended_process();
        assert!(person.sees("New account") && person.sees("Piggy bank"));
    }
    person.tap_text("Create").tap_text("Bank").menu("Oldest first").hold("row 1 of #entries");
    person.return_to_ended_process().turn_twice();
    assert!(person.sees("1 selected"));
    person.back();
    assert_eq!(person.text("1st #payee"), "Rent");
}

#[test]
fn wide_sums() {
    let steps = |amount: &'static str| {
        move |person: &mut Person| {
            spend(person, amount, "A house").tap("#report").texts("bar_amount")[0].clone()
        }
    };
    check("budget", "wide-sums", steps("250000"), ("€250,000.00 · 0 %", "€250,000.00 · 99 %"));
    check("budget", "wide-sums", steps("200000"), ("€200,000.00 · 99 %", "€200,000.00 · 99 %"));
}

#[test]
fn english_report() {
    let steps = |person: &mut Person| person.tap("#report").text("#month");
    let german = Profile { locale: "de-DE".to_owned(), ..Profile::default() };
    check_on(&german, "budget", "english-report", steps, ("January 2026", "Januar 2026"));
    check("budget", "english-report", steps, ("January 2026", "January 2026"));
}

#[test]
fn unmirrored() {
    let steps = |person: &mut Person| {
        person.bounds_dp("1st #balance").left < person.bounds_dp("1st #account_name").left
    };
    for tag in ["ar", "he-IL", "fa"] {
        let profile = Profile { locale: tag.to_owned(), ..Profile::default() };
        check_on(&profile, "budget", "unmirrored", steps, (false, true));
    }
    check("budget", "unmirrored", steps, (false, false));
}

#[test]
fn all_entries_that_are_shown_are_selected() {
    let mut person = Person::with("budget");
    person.tap_text("Cash").choose("#category_filter", "Food").hold("row 1 of #entries").menu("Select all");
    assert!(person.sees("2 selected"));
    person
        .tap("#delete_selected")
        .tap_text("Delete")
        .tap_text("Undo")
        .choose("#category_filter", "All categories");
    assert_eq!(person.texts("payee").len(), 4);
}
