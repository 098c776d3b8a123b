//! What computer players need not try: of amounts only the few that make a difference, and no attack that shows
//! their strength for nothing.

use super::Ctx;
use super::action::Action;
use super::state::{Frame, Stack, State, UNKNOWN};
use crate::ids::{NationId, Walls};

/// 5.5: whether an overwhelming attack might only show how strong the force is. Against a strength nobody has counted it
/// might; leaders alone are sure to be taken.
pub fn overwhelms_in_vain(cx: &Ctx, s: &State) -> bool {
    let Some(Frame::Force(f)) = s.frames.top() else { return false };
    let own: u32 = f.carried.iter().map(|n| u32::from(*n)).sum();
    let enemy = |k: &&Stack| k.inside == Walls::Outside && cx.setup.side_of(k.nation) != f.side;
    let mut sum = 0;
    for k in s.stacks_at(f.at).iter().filter(enemy) {
        if k.fresh == UNKNOWN {
            return true;
        }
        sum += u32::from(k.sp());
    }
    own * 100 < sum * u32::from(cx.data.combat.overwhelming)
}

/// Actions that differ in their amount alone.
#[derive(PartialEq, Eq)]
enum Kind {
    Take(Walls),
    Leave(Walls),
    In(NationId),
    Out(NationId),
    SetUp(u16),
}

fn amount(a: &Action) -> Option<(Kind, u8)> {
    Some(match *a {
        Action::Take { inside, sp } => (Kind::Take(inside), sp),
        Action::Leave { inside, sp } => (Kind::Leave(inside), sp),
        Action::In { nation, sp } => (Kind::In(nation), sp),
        Action::Out { nation, sp } => (Kind::Out(nation), sp),
        Action::SetUp { item, inside } => (Kind::SetUp(item), inside),
        _ => return None,
    })
}

/// Of each amount only nothing, a garrison, a half, and all but a garrison or all. Nobody leaves troops in the open and
/// goes on without them.
pub fn thin_out(legal: &mut Vec<Action>) {
    let abandons = |a: &Action| matches!(a, Action::Leave { inside: Walls::Outside, .. });
    if legal.iter().any(|a| !abandons(a)) {
        legal.retain(|a| !abandons(a));
    }
    let all: Vec<(Kind, u8)> = legal.iter().filter_map(amount).collect();
    if all.len() < 6 {
        return;
    }
    legal.retain(|a| {
        let Some((kind, n)) = amount(a) else { return true };
        let most = all.iter().filter(|o| o.0 == kind).map(|o| o.1).max().unwrap_or(n);
        n <= 2 || n + 2 >= most || n == most / 2
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_amounts_the_ends_and_the_middle_stay() {
        let take = |sp| Action::Take { inside: Walls::Outside, sp };
        let stop = Action::Stop { inside: Walls::Outside };
        let mut legal: Vec<Action> = (1..=20).map(take).chain([stop]).collect();
        thin_out(&mut legal);
        let left: Vec<Action> = [1, 2, 10, 18, 19, 20].into_iter().map(take).chain([stop]).collect();
        assert_eq!(legal, left);
        let mut few: Vec<Action> = (1..=4).map(take).chain([stop]).collect();
        thin_out(&mut few);
        assert_eq!(few.len(), 5);
    }

    #[test]
    fn nobody_leaves_troops_in_the_open() {
        let leave = |inside, sp| Action::Leave { inside, sp };
        let stop = Action::Stop { inside: Walls::Outside };
        let mut legal = vec![leave(Walls::Outside, 1), leave(Walls::Inside, 1), stop];
        thin_out(&mut legal);
        assert_eq!(legal, [leave(Walls::Inside, 1), stop]);
        let mut only = vec![leave(Walls::Outside, 1), leave(Walls::Outside, 2)];
        thin_out(&mut only);
        assert_eq!(only.len(), 2);
    }
}
