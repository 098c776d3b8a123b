//! What a click means. No game knowledge: only which legal action has which subject and target.

use engine::hex::HexId;
use engine::present::{Affordance, BoardView, CounterId, CounterPlace, Target, Verb};

/// What is picked up and what is about to be done; never part of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    pub subject: Option<Target>,
    /// Counters selected beside the subject, in order: all of them act as one.
    pub others: Vec<CounterId>,
    /// The action whose preview is shown; a second click or Enter does it.
    pub pending: Option<usize>,
}

impl Selection {
    /// One thing alone.
    pub fn of_one(subject: Target) -> Self {
        Self { subject: Some(subject), ..Self::default() }
    }

    /// Several counters; the lowest number stands for them.
    pub fn of_counters(mut counters: Vec<CounterId>) -> Self {
        counters.sort_unstable();
        counters.dedup();
        let mut rest = counters.into_iter();
        Self { subject: rest.next().map(Target::Counter), others: rest.collect(), pending: None }
    }

    /// Who goes along a drawn path: the thing selected, or all counters selected as one.
    pub fn marcher(&self) -> Option<Target> {
        if self.others.is_empty() { self.subject.clone() } else { Some(Target::Group(self.counters())) }
    }

    /// All counters selected, in order.
    pub fn counters(&self) -> Vec<CounterId> {
        group_of(self.subject.as_ref(), &self.others)
    }

    /// Whether exactly what is selected does this action.
    fn does(&self, a: &Affordance) -> bool {
        if self.others.is_empty() {
            a.subject == self.subject && a.with.is_empty()
        } else {
            self.counters() == group_of(a.subject.as_ref(), &a.with)
        }
    }

    /// The selection without what can do nothing any more.
    pub fn still_able(&self, afs: &[Affordance]) -> Self {
        if self.others.is_empty() {
            let able = |s: &Target| afs.iter().any(|a| a.subject.as_ref() == Some(s));
            return Self { subject: self.subject.clone().filter(able), ..Self::default() };
        }
        let able = groupable(afs);
        Self::of_counters(self.counters().into_iter().filter(|c| able.contains(c)).collect())
    }
}

fn group_of(subject: Option<&Target>, others: &[CounterId]) -> Vec<CounterId> {
    let first = match subject {
        Some(Target::Counter(c)) => Some(*c),
        _ => None,
    };
    let mut out: Vec<CounterId> = first.into_iter().chain(others.iter().copied()).collect();
    out.sort_unstable();
    out
}

/// Counters that can act, alone or with others.
fn groupable(afs: &[Affordance]) -> Vec<CounterId> {
    afs.iter().flat_map(|a| group_of(a.subject.as_ref(), &a.with)).collect()
}

/// What is selected after a shift-click on `counters`: they are added, or taken out if all of them were in.
pub fn toggle_counters(afs: &[Affordance], sel: &Selection, counters: &[CounterId]) -> Selection {
    let able = groupable(afs);
    let before = sel.counters();
    let (had, new): (Vec<CounterId>, Vec<CounterId>) =
        counters.iter().copied().filter(|c| able.contains(c)).partition(|c| before.contains(c));
    if new.is_empty() {
        Selection::of_counters(before.into_iter().filter(|c| !had.contains(c)).collect())
    } else {
        Selection::of_counters(before.into_iter().chain(new).collect())
    }
}

/// What a box drawn over these hexes selects: every counter in them that can act.
pub fn select_box(afs: &[Affordance], board: &BoardView, hexes: &[HexId]) -> Selection {
    let able = groupable(afs);
    let inside = |c: &CounterId| counter_hexes(*c, board).iter().any(|h| hexes.contains(h));
    Selection::of_counters(able.into_iter().filter(inside).collect())
}

/// The answer to a click.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Select(Target),
    Drop,
    Preview(usize),
    Do(usize),
    /// Several things could be meant: a list to choose from.
    Choose {
        select: Option<Target>,
        actions: Vec<usize>,
    },
    /// Nothing can be done there with what is selected.
    WhyNot {
        subject: Target,
        target: Target,
    },
    /// Nothing is selected, nothing is asked: look at it.
    Look(Target),
}

/// Hexes a target stands for on the map.
pub fn hexes_of(target: &Target, board: &BoardView) -> Vec<HexId> {
    match target {
        Target::Hex(h) | Target::Facing(h, _) | Target::StackPosition { hex: h, .. } => vec![*h],
        Target::Counter(c) => counter_hexes(*c, board),
        Target::Group(all) => all.first().map_or_else(Vec::new, |c| counter_hexes(*c, board)),
        Target::Path(hexes) => hexes.last().copied().into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Hexes a counter covers; those of what carries it, if it rides.
pub fn counter_hexes(id: CounterId, board: &BoardView) -> Vec<HexId> {
    let mut at = id;
    for _ in 0..8 {
        match board.counters.iter().find(|c| c.id == at).map(|c| &c.place) {
            Some(CounterPlace::Hexes(h)) => return h.to_vec(),
            Some(CounterPlace::On { counter, .. }) => at = *counter,
            _ => break,
        }
    }
    Vec::new()
}

/// Counters on a hex, top of the stack first.
pub fn counters_on(hex: HexId, board: &BoardView) -> Vec<CounterId> {
    let mut found: Vec<(bool, u8, CounterId)> = board
        .counters
        .iter()
        .filter(|c| counter_hexes(c.id, board).contains(&hex))
        .map(|c| (c.stack.rider, c.stack.order, c.id))
        .collect();
    // Equals stay in the order of the board, as the open stack shows them.
    found.sort_by_key(|(rider, order, _)| (*rider, *order));
    found.into_iter().map(|(_, _, id)| id).collect()
}

/// True if the action is aimed at `target`, directly or by another way of pointing at it.
pub fn aims_at(a: &Affordance, target: &Target, board: &BoardView) -> bool {
    if a.target == *target || a.also.contains(target) {
        return true;
    }
    // A hex is pointed at to mean what lies on it.
    match target {
        Target::Hex(h) => hexes_of(&a.target, board).contains(h),
        _ => false,
    }
}

/// Things that can do something, in the order of the list, each once.
pub fn subjects(afs: &[Affordance]) -> Vec<Target> {
    let mut out: Vec<Target> = Vec::new();
    for s in afs.iter().filter_map(|a| a.subject.as_ref()) {
        if !out.contains(s) {
            out.push(s.clone());
        }
    }
    out
}

/// Actions of the selected thing; those without a subject when nothing is selected.
pub fn offered<'a>(afs: &'a [Affordance], sel: &Selection) -> Vec<&'a Affordance> {
    afs.iter().filter(|a| sel.does(a)).collect()
}

/// What the list shows: everything offered, and what is said rather than pointed at, whatever is selected; ends have a button of
/// their own.
pub fn listed<'a>(afs: &'a [Affordance], sel: &Selection) -> Vec<&'a Affordance> {
    let is_said = |a: &Affordance| a.subject.is_none() && matches!(a.target, Target::Button(_));
    afs.iter().filter(|a| a.verb != Verb::End && (sel.does(a) || is_said(a))).collect()
}

/// What is picked up by itself when a new choice comes up: the only thing that can act, unless the
/// choice may also be declined by a button that ends more than it.
pub fn starting(afs: &[Affordance]) -> Selection {
    let all = subjects(afs);
    let ends = afs.iter().any(|a| a.verb == Verb::End);
    let subject = (all.len() == 1 && !ends).then(|| all[0].clone());
    Selection { subject, ..Selection::default() }
}

/// Actions that a click on `hits` would do, given what is selected.
pub fn aimed<'a>(
    afs: &'a [Affordance],
    board: &BoardView,
    sel: &Selection,
    hits: &[Target],
) -> Vec<&'a Affordance> {
    let offered = offered(afs, sel);
    // The most exact hit that anything is aimed at decides.
    for hit in hits {
        let found: Vec<&Affordance> = offered.iter().copied().filter(|a| aims_at(a, hit, board)).collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// What a click means. `hits` are the things under the pointer, most exact first.
pub fn click(afs: &[Affordance], board: &BoardView, sel: &Selection, hits: &[Target]) -> Answer {
    let Some(first) = hits.first() else { return Answer::Drop };
    let able = subjects(afs);
    let here: Vec<&Target> = hits.iter().filter(|t| able.contains(t)).collect();
    let next = next_subject(&here, sel);
    let found = aimed(afs, board, sel, hits);
    // A free choice is done by clicking its place; a picked-up thing may be exchanged for another.
    match (next, found.as_slice()) {
        (Some(s), []) => Answer::Select(s.clone()),
        // What is done to the place by nobody in particular stands in the dock: it never holds up a march.
        (Some(s), many) if many.iter().all(|a| a.verb == Verb::Other && a.subject.is_none()) => {
            Answer::Select(s.clone())
        }
        (Some(s), many) => {
            Answer::Choose { select: Some(s.clone()), actions: many.iter().map(|a| a.id).collect() }
        }
        // On the thing itself nothing is done unasked: the click may only mean to put it down.
        (None, many @ [_, ..]) if sel.subject.as_ref().is_some_and(|s| hits.contains(s)) => {
            Answer::Choose { select: None, actions: many.iter().map(|a| a.id).collect() }
        }
        // Things done to places by nobody in particular are not done by a stray click.
        (None, [one]) if one.verb == Verb::Other && one.subject.is_none() => {
            Answer::Choose { select: None, actions: vec![one.id] }
        }
        (None, [one]) => single(one, sel),
        (None, many) if many.len() > 1 => match sel.pending.filter(|p| many.iter().any(|a| a.id == *p)) {
            Some(again) => Answer::Do(again),
            None => Answer::Choose { select: None, actions: many.iter().map(|a| a.id).collect() },
        },
        (None, _) => match &sel.subject {
            Some(s) if hits.contains(s) => Answer::Drop,
            Some(s) => {
                // Name the hex: the reason is about the place, unless a counter was hit.
                let target = hits.iter().find(|t| matches!(t, Target::Hex(_))).unwrap_or(first);
                Answer::WhyNot { subject: s.clone(), target: target.clone() }
            }
            None => Answer::Look(first.clone()),
        },
    }
}

fn single(a: &Affordance, sel: &Selection) -> Answer {
    let ask_first = a.chancy || a.confirm || a.verb == Verb::Attack;
    if ask_first && sel.pending != Some(a.id) { Answer::Preview(a.id) } else { Answer::Do(a.id) }
}

/// The thing to pick up: the next one after the selected where several lie together.
fn next_subject<'a>(here: &[&'a Target], sel: &Selection) -> Option<&'a Target> {
    let at = here.iter().position(|t| Some(*t) == sel.subject.as_ref());
    match at {
        None => here.first().copied(),
        Some(i) if i + 1 < here.len() => here.get(i + 1).copied(),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::present::Rules;

    fn af(id: usize, subject: Option<u32>, target: Target, verb: Verb) -> Affordance {
        Affordance {
            id,
            subject: subject.map(|n| Target::Counter(CounterId(n))),
            with: Vec::new(),
            target,
            also: Vec::new(),
            label: format!("action {id}"),
            verb,
            cost: String::new(),
            tag: String::new(),
            rules: Rules::new(),
            confirm: false,
            chancy: verb == Verb::Attack,
        }
    }

    fn picked(n: u32) -> Selection {
        Selection::of_one(Target::Counter(CounterId(n)))
    }

    fn hex(n: u16) -> Target {
        Target::Hex(HexId(n))
    }

    #[test]
    fn own_counter_is_picked_up_then_its_target_is_done() {
        let afs = [af(0, Some(1), hex(5), Verb::Move), af(1, Some(2), hex(6), Verb::Move)];
        let b = BoardView::default();
        let on = [Target::Counter(CounterId(1)), hex(4)];
        assert_eq!(click(&afs, &b, &Selection::default(), &on), Answer::Select(on[0].clone()));
        assert_eq!(click(&afs, &b, &picked(1), &[hex(5)]), Answer::Do(0));
        assert_eq!(click(&afs, &b, &picked(1), &on), Answer::Drop, "a second click puts it down");
    }

    #[test]
    fn a_group_does_what_is_done_by_exactly_its_counters() {
        let together = Affordance { with: vec![CounterId(2)], ..af(2, Some(1), hex(5), Verb::Move) };
        let afs = [af(0, Some(1), hex(5), Verb::Move), af(1, Some(3), hex(6), Verb::Move), together];
        let b = BoardView::default();
        let both = toggle_counters(&afs, &picked(1), &[CounterId(2), CounterId(9)]);
        assert_eq!(both.counters(), [CounterId(1), CounterId(2)], "9 can do nothing");
        assert_eq!(click(&afs, &b, &both, &[hex(5)]), Answer::Do(2));
        assert_eq!(click(&afs, &b, &picked(1), &[hex(5)]), Answer::Do(0), "alone");
        let three = toggle_counters(&afs, &both, &[CounterId(3)]);
        assert!(offered(&afs, &three).is_empty());
        assert_eq!(toggle_counters(&afs, &three, &[CounterId(3)]), both, "taken out again");
        assert_eq!(both.still_able(&afs[..2]), picked(1), "2 can do nothing without the group");
    }

    #[test]
    fn attacks_are_shown_before_they_are_made() {
        let afs = [af(0, Some(1), hex(5), Verb::Attack)];
        let b = BoardView::default();
        assert_eq!(click(&afs, &b, &picked(1), &[hex(5)]), Answer::Preview(0));
        let shown = Selection { pending: Some(0), ..picked(1) };
        assert_eq!(click(&afs, &b, &shown, &[hex(5)]), Answer::Do(0));
    }

    #[test]
    fn several_meanings_are_listed_and_none_is_explained() {
        let afs = [af(0, Some(1), hex(5), Verb::Move), af(1, Some(1), hex(5), Verb::Attack)];
        let b = BoardView::default();
        let several = click(&afs, &b, &picked(1), &[hex(5)]);
        assert_eq!(several, Answer::Choose { select: None, actions: vec![0, 1] });
        let none = click(&afs, &b, &picked(1), &[hex(9)]);
        assert_eq!(none, Answer::WhyNot { subject: Target::Counter(CounterId(1)), target: hex(9) });
        assert_eq!(click(&afs, &b, &Selection::default(), &[hex(9)]), Answer::Look(hex(9)));
    }

    #[test]
    fn a_target_that_could_also_be_picked_up_asks_which() {
        let afs = [af(0, Some(1), hex(5), Verb::Move), af(1, Some(2), hex(7), Verb::Move)];
        let b = BoardView::default();
        let hits = [Target::Counter(CounterId(2)), hex(5)];
        let select = Some(Target::Counter(CounterId(2)));
        assert_eq!(click(&afs, &b, &picked(1), &hits), Answer::Choose { select, actions: vec![0] });
    }

    #[test]
    fn a_counter_is_selected_though_something_may_be_done_to_its_hex() {
        let afs = [af(0, Some(1), hex(5), Verb::Move), af(1, None, hex(4), Verb::Other)];
        let hits = [Target::Counter(CounterId(1)), hex(4)];
        let b = BoardView::default();
        assert_eq!(click(&afs, &b, &Selection::default(), &hits), Answer::Select(hits[0].clone()));
        let bare = click(&afs, &b, &Selection::default(), &hits[1..]);
        assert_eq!(bare, Answer::Choose { select: None, actions: vec![1] }, "the hex alone");
    }

    #[test]
    fn nothing_is_done_to_the_picked_up_thing_unasked() {
        let afs = [af(0, Some(1), hex(4), Verb::Rally), af(1, Some(1), hex(5), Verb::Move)];
        let hits = [Target::Counter(CounterId(1)), hex(4)];
        let answer = click(&afs, &BoardView::default(), &picked(1), &hits);
        assert_eq!(answer, Answer::Choose { select: None, actions: vec![0] });
    }

    #[test]
    fn a_lone_choice_is_picked_up_by_itself_but_not_when_a_phase_could_end() {
        let one = [af(0, Some(1), hex(5), Verb::Move), af(1, Some(1), hex(6), Verb::Move)];
        assert_eq!(starting(&one), picked(1));
        let ending = [one[0].clone(), af(1, None, Target::Button("end".into()), Verb::End)];
        assert_eq!(starting(&ending), Selection::default());
    }
}
