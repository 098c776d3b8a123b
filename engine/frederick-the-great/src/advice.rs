//! What computer players need not try: of amounts only the few that make a difference, and no attack that shows
//! their strength for nothing.

use super::action::Action;
use super::state::Frame;
use super::{Ctx, FrederickTheGreat};
use crate::ids::{NationId, Walls};
use engine::game::{Advice, RandomSource, Seen};

/// Worlds looked at before strength is announced, and in how many of them the attack must succeed.
const WORLDS: usize = 12;
const SUCCEEDS: usize = 11;

/// 5.5: whether an overwhelming attack would most likely only show how strong the force is.
pub fn overwhelms_in_vain(cx: &Ctx, s: &Seen<'_, FrederickTheGreat>, random: &mut RandomSource) -> bool {
    let Some(Frame::Force(f)) = s.state().frames.top() else { return false };
    let own: u32 = f.carried.iter().map(|n| u32::from(*n)).sum();
    let succeeds = |random: &mut RandomSource| {
        let world = FrederickTheGreat::sample(cx, s, random);
        let enemy = world.strength_at(&cx.setup, f.at, f.side.enemy(), Walls::Outside);
        own * 100 >= u32::from(enemy) * u32::from(cx.data.combat.overwhelming)
    };
    (0..WORLDS).filter(|_| succeeds(random)).count() < SUCCEEDS
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

/// Of each amount only nothing, a garrison, a half, and all but a garrison or all.
pub fn thin_out(legal: &mut Vec<Action>) {
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
}
