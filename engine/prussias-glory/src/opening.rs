//! A battle taken up in the middle: states, columns, markers and armies as a scenario may give them, and the phase it begins with.

use crate::army_morale::fill_box;
use crate::compile::Pieces;
use crate::decide::{Decision, Frame, Move, Mover, Phase, Piece, Sequence, begin_player_turn, place_locked};
use crate::fields::{self, Filling, LeaderMark, SideMark};
use crate::ids::{Hexes, LeaderId, SideId, UnitId, WingId};
use crate::setup::Post;
use crate::state::{Army, BoxKind, BoxPiece, Flag, Locked, Momentum, MoraleState, Spirit, State};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::map::Map;
use engine::scenario::{At, Issues, Props, ScenarioDoc};

#[derive(Clone, Default)]
pub struct ArmyOpening {
    /// Boxes already filled, below the level given (12.2).
    pub filled: u8,
    /// Pieces in boxes of their own.
    pub boxes: Vec<BoxPiece>,
    /// Counters of steps lost that lie in no box yet.
    pub uncounted: Vec<UnitId>,
    pub marker_above: i8,
    pub success: u8,
    pub spirit: Spirit,
    pub fallen: u8,
    pub tries: u8,
    pub stays_until: u8,
    pub leash: Option<WingId>,
    pub marks: Vec<SideMark>,
}

/// How the battle stands when it begins; empty for most.
pub struct Opening {
    pub begin: Phase,
    pub active: SideId,
    /// The turn it begins in.
    pub turn: u8,
    /// Locked markers and what is known of units are as given.
    pub resumed: bool,
    pub states: Vec<(UnitId, MoraleState)>,
    pub marks: Vec<(UnitId, Flag)>,
    pub leader_marks: Vec<(LeaderId, LeaderMark)>,
    /// The counter that is moving, and what it has spent.
    pub mover: Option<Mover>,
    pub guns_in_column: Vec<(WingId, u8)>,
    pub columns: Vec<WingId>,
    pub column_leaders: Vec<LeaderId>,
    pub column_guns: Vec<UnitId>,
    pub degraded_wings: Vec<WingId>,
    pub degraded_guns: Vec<UnitId>,
    pub armies: [ArmyOpening; 2],
    /// Locked markers with the penalty side up (6.3).
    pub penalties: Vec<HexId>,
    pub locked: Vec<Locked>,
    pub momentum: Vec<Momentum>,
    /// Hexes bombarded in the phase it begins with (8).
    pub bombarded: Hexes,
    /// Detachments that are Activated, and that have had their coup d'oeil (4.3).
    pub detachments: Vec<(bool, bool)>,
}

/// What the special rules of an opening are read with.
struct Reader<'a> {
    doc: &'a ScenarioDoc,
    map: &'a Map,
    pieces: &'a Pieces,
    /// Places of the Prussian and the Coalition side in the document.
    order: &'a [usize; 2],
}

impl Reader<'_> {
    fn side(&self, props: &Props) -> Option<SideId> {
        let id = fields::OWNER.read(props)?;
        self.order.iter().position(|i| self.doc.sides[*i].id == id).map(|i| SideId(i as u8))
    }

    fn unit(&self, id: &str) -> Option<UnitId> {
        self.pieces.units.iter().position(|u| u.id == id).map(|i| UnitId(i as u8))
    }

    fn wing(&self, id: &str) -> Option<WingId> {
        let leader = self.pieces.leaders.iter().find(|l| l.id == id)?;
        if let Post::Wing(w) = leader.post { Some(w) } else { None }
    }

    fn hexes(&self, props: &Props) -> Vec<HexId> {
        let list = fields::HEXES.read_all(props);
        list.iter().filter_map(|number| self.map.grid.parse(number)).collect()
    }

    fn army(&self, i: usize) -> ArmyOpening {
        let props = &self.doc.sides[i].props;
        ArmyOpening {
            filled: fields::FILLED.read_or_default(props),
            boxes: Vec::new(),
            uncounted: Vec::new(),
            marker_above: fields::MARKER_ABOVE.read_or_default(props),
            success: fields::SUCCESS.read_or_default(props),
            spirit: fields::SPIRIT.read(props).unwrap_or_default(),
            fallen: fields::FALLEN.read_or_default(props),
            tries: fields::TRIES.read_or_default(props),
            stays_until: fields::STAYS_UNTIL.read_or_default(props),
            leash: fields::LEASH.read(props).and_then(|id| self.wing(id)),
            marks: fields::SIDE_MARKS.read_all(props),
        }
    }

    /// The marker of a special rule, as it lay with those who were Engaged.
    fn locked(&self, props: &Props) -> Option<Locked> {
        let hex = fields::HEX.find_hex(props, &self.map.grid)?;
        let engaged = fields::ENGAGED.read_all(props).iter().filter_map(|id| self.unit(id)).collect();
        Some(Locked { hex, penalty: fields::PENALTY.is_on(props), engaged })
    }

    fn piece_in_box(&self, props: &Props) -> Option<BoxKind> {
        let unit = || fields::UNIT.read(props).and_then(|id| self.unit(id));
        Some(match fields::FILLING.read(props).unwrap_or(Filling::Lost) {
            Filling::Lost => BoxKind::Lost(unit()?),
            Filling::Captured => BoxKind::Captured(unit()?, fields::STEPS.read_or_default(props)),
            Filling::Fatigue => BoxKind::Fatigue,
            Filling::Cost => BoxKind::Cost,
        })
    }
}

impl Opening {
    pub fn read(
        doc: &ScenarioDoc,
        map: &Map,
        pieces: &Pieces,
        order: &[usize; 2],
        issues: &mut Issues,
    ) -> Self {
        let reader = Reader { doc, map, pieces, order };
        let bombarded = fields::BOMBARDED.read_all(&doc.props);
        let mut out = Self {
            begin: fields::BEGIN.read(&doc.props).unwrap_or(Phase::Turn),
            active: fields::ACTIVE.read(&doc.props).unwrap_or(SideId::PRUSSIAN),
            turn: fields::FIRST_TURN.read_or_default(&doc.props),
            resumed: fields::RESUMED.is_on(&doc.props),
            states: Vec::new(),
            marks: Vec::new(),
            leader_marks: Vec::new(),
            mover: None,
            guns_in_column: Vec::new(),
            columns: Vec::new(),
            column_leaders: Vec::new(),
            column_guns: Vec::new(),
            degraded_wings: Vec::new(),
            degraded_guns: Vec::new(),
            armies: order.map(|i| reader.army(i)),
            penalties: Vec::new(),
            locked: Vec::new(),
            momentum: Vec::new(),
            bombarded: bombarded.iter().filter_map(|number| map.grid.parse(number)).collect(),
            detachments: Vec::new(),
        };
        out.check_turn(doc, issues);
        out.read_pieces(doc, pieces);
        out.read_specials(&reader, issues);
        out.count_counters(pieces, issues);
        out
    }

    /// The turn after the last is the end of the battle; nothing else can begin with it.
    fn check_turn(&mut self, doc: &ScenarioDoc, issues: &mut Issues) {
        let last = doc.turns.count.saturating_add(u32::from(self.begin == Phase::Turn));
        if u32::from(self.turn) > last {
            issues
                .error(At::Field("first_turn".into()), "first_turn", "the first turn is after the last")
                .rule("14")
                .remedy("begin earlier, or give more turns");
            self.turn = 1;
        }
    }

    fn read_pieces(&mut self, doc: &ScenarioDoc, pieces: &Pieces) {
        for piece in doc.pieces.iter() {
            if let Some(i) = pieces.units.iter().position(|u| u.id == piece.id) {
                self.read_unit(&piece.props, UnitId(i as u8));
            } else if let Some(i) = pieces.leaders.iter().position(|l| l.id == piece.id) {
                let wing = match pieces.leaders[i].post {
                    Post::Wing(w) => Some(w),
                    Post::Commander | Post::Extra => None,
                };
                self.read_leader(&piece.props, LeaderId(i as u8), wing);
            }
        }
    }

    fn read_unit(&mut self, p: &Props, u: UnitId) {
        let state = fields::STATE.read(p).unwrap_or(MoraleState::Formed);
        if state != MoraleState::Formed {
            self.states.push((u, state));
        }
        if fields::COLUMN.is_on(p) {
            self.column_guns.push(u);
        }
        if fields::DEGRADED.is_on(p) {
            self.degraded_guns.push(u);
        }
        self.marks.extend(fields::MARKS.read_all(p).into_iter().map(|flag| (u, flag)));
        self.read_mover(p, Piece::Unit(u));
    }

    fn read_mover(&mut self, p: &Props, piece: Piece) {
        let spent = fields::SPENT.read(p).filter(|n| *n > 0);
        self.mover = spent.map(|spent| Mover { piece, spent }).or(self.mover);
    }

    fn read_leader(&mut self, p: &Props, l: LeaderId, wing: Option<WingId>) {
        if fields::COLUMN.is_on(p) {
            self.column_leaders.push(l);
            self.columns.extend(wing);
        }
        if fields::DEGRADED.is_on(p) {
            self.degraded_wings.extend(wing);
        }
        self.read_mover(p, Piece::Leader(l));
        self.leader_marks.extend(fields::LEADER_MARKS.read_all(p).into_iter().map(|mark| (l, mark)));
        self.guns_in_column.extend(wing.map(|w| (w, fields::GUNS_IN_COLUMN.read_or_default(p))));
    }

    fn read_specials(&mut self, reader: &Reader<'_>, issues: &mut Issues) {
        for (i, s) in reader.doc.specials.iter().enumerate() {
            let p = &s.props;
            let side = reader.side(p);
            match s.rule.as_str() {
                fields::LOCKED_PENALTY => self.penalties.extend(reader.hexes(p)),
                fields::LOCKED => self.locked.extend(reader.locked(p)),
                fields::MOMENTUM => {
                    let side = side.unwrap_or(SideId::COALITION);
                    let life = fields::LIFE.read_or_default(p);
                    let marker = |hex| Momentum { hex, side, life };
                    self.momentum.extend(reader.hexes(p).into_iter().map(marker));
                }
                fields::DETACHMENT => {
                    self.detachments.push((fields::AWAKE.is_on(p), fields::COUP_USED.is_on(p)));
                }
                fields::TRACK_BOX => {
                    let of = |u: UnitId| reader.pieces.units[u.index()].side;
                    let kind =
                        reader.piece_in_box(p).filter(|k| k.unit().is_none_or(|u| Some(of(u)) == side));
                    let (Some(kind), Some(side)) = (kind, side) else {
                        issues
                            .error(At::Special(i), "track-box", "it names no side, or no unit of the side")
                            .rule("12.2")
                            .remedy("name the side whose track it is, and the unit whose counter lies there");
                        continue;
                    };
                    let level = fields::LEVEL.read_or_default(p);
                    self.armies[side.index()].boxes.push(BoxPiece { level, kind });
                }
                _ => {}
            }
        }
    }

    /// Counters of steps lost lie on the track: in the boxes given, else in the next ones (12.2).
    fn count_counters(&mut self, pieces: &Pieces, issues: &mut Issues) {
        for (i, card) in pieces.units.iter().enumerate() {
            let u = UnitId(i as u8);
            let army = &mut self.armies[card.side.index()];
            let given = army.boxes.iter().filter(|b| b.kind.unit() == Some(u)).count();
            let lost = usize::from(card.counters_lost(card.steps(), card.steps_left()));
            if given > lost {
                issues
                    .error(
                        At::Piece(card.id.clone()),
                        &card.id,
                        "more of its counters lie on the track than it has lost",
                    )
                    .rule("12.2")
                    .remedy("give it more steps lost, or take its counter from the track");
            }
            army.uncounted.extend((given..lost).map(|_| u));
        }
    }
}

/// Puts the position of the scenario in place of the usual beginning.
pub fn take_up(cx: &Context, s: &mut State) {
    let opening = &cx.setup.opening;
    for (u, state) in &opening.states {
        s.unit_mut(*u).morale = *state;
    }
    for w in &opening.columns {
        s.wing_mut(*w).column = true;
        for u in &cx.setup.wing(*w).units {
            s.set(*u, Flag::Column);
        }
    }
    for l in &opening.column_leaders {
        s.leader_mut(*l).column = true;
    }
    for u in &opening.column_guns {
        s.set(*u, Flag::Column);
    }
    for (i, (active, coup_used)) in opening.detachments.iter().enumerate() {
        if let Some(detachment) = s.detachments.get_mut(i) {
            detachment.active = *active;
            detachment.coup_used = *coup_used;
        }
    }
    for side in SideId::BOTH {
        take_up_army(s, side, &opening.armies[side.index()]);
    }
    s.momentum.extend(opening.momentum.iter().copied());
    if opening.begin == Phase::Turn {
        s.turn = opening.turn.saturating_sub(1);
    } else {
        begin_in(cx, s, opening.begin);
    }
    mark(cx, s);
}

fn take_up_army(s: &mut State, side: SideId, given: &ArmyOpening) {
    for _ in 0..given.filled {
        fill_box(s, side, BoxKind::Cost);
    }
    s.army_mut(side).boxes.extend(given.boxes.iter().copied());
    for u in &given.uncounted {
        fill_box(s, side, BoxKind::Lost(*u));
    }
    let has = |mark: SideMark| given.marks.contains(&mark);
    let army = s.army_mut(side);
    *army = Army {
        marker: army.lowest().saturating_add(given.marker_above),
        success: given.success,
        spirit: given.spirit,
        fallen: given.fallen,
        tries: given.tries,
        stays_until: given.stays_until,
        tired: has(SideMark::Tired),
        due: has(SideMark::Alarmed),
        coup_used: has(SideMark::CoupUsed),
        second: has(SideMark::Second),
        ..std::mem::take(army)
    };
}

/// Does quietly what the phases before this one would have done.
fn begin_in(cx: &Context, s: &mut State, phase: Phase) {
    let opening = &cx.setup.opening;
    let mut quiet = Record::off();
    s.turn = opening.turn;
    s.active = opening.active;
    if phase != Phase::Command && !opening.resumed {
        begin_player_turn(cx, s, &mut quiet);
    }
    for w in &opening.degraded_wings {
        s.wing_mut(*w).effective = false;
    }
    for u in &opening.degraded_guns {
        s.degraded |= 1 << crate::command::group_of_gun(cx, s, *u);
    }
    // The other batteries of such a group keep their full movement.
    for u in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).wing.is_none()) {
        let is_degraded = crate::command::is_group_degraded(s, crate::command::group_of_gun(cx, s, u));
        if is_degraded && !opening.degraded_guns.contains(&u) {
            s.set(u, Flag::GunEffective);
        }
    }
    if opening.resumed {
        s.locked.extend(opening.locked.iter().cloned());
    } else if phase > Phase::Locked && phase <= Phase::EndOfPlayerTurn {
        place_locked(cx, s, &mut quiet);
        for locked in s.locked.iter_mut().filter(|l| opening.penalties.contains(&l.hex)) {
            locked.penalty = true;
        }
    }
    let begins = Sequence { next: phase };
    if opening.resumed && cx.setup.set_up.is_empty() {
        // The phase is begun, so that its beginning takes nothing away from what is marked now.
        for (l, mark) in &opening.leader_marks {
            if let (LeaderMark::DeployTried, Post::Wing(w)) = (mark, cx.setup.leader(*l).post) {
                s.wing_mut(w).deploy_tried = true;
            }
        }
        s.frames.pop();
        begins.go_on(cx, s, &mut quiet);
    } else {
        s.frames = engine::game::Frames::new(begins.into());
    }
}

/// What units, leaders and wings have done or suffer.
fn mark(cx: &Context, s: &mut State) {
    let opening = &cx.setup.opening;
    for (u, flag) in &opening.marks {
        s.set(*u, *flag);
    }
    for (l, mark) in &opening.leader_marks {
        let wing = if let Post::Wing(w) = cx.setup.leader(*l).post { Some(w) } else { None };
        let leader = s.leader_mut(*l);
        match (mark, wing) {
            (LeaderMark::Moved, _) => leader.moved = true,
            (LeaderMark::Rolled, _) => leader.rolled = true,
            (LeaderMark::Replaced, _) => leader.replaced = true,
            (LeaderMark::DeployTried, Some(w)) => s.wing_mut(w).deploy_tried = true,
            (LeaderMark::WingMoved, Some(w)) => s.wing_mut(w).moved = true,
            (LeaderMark::Struck, Some(w)) => s.wing_mut(w).struck = true,
            (LeaderMark::Rash, Some(w)) => s.wing_mut(w).rash = true,
            (_, None) => {}
        }
    }
    for (w, guns) in &opening.guns_in_column {
        s.wing_mut(*w).guns = *guns;
    }
    if let (Some(mover), Some(Frame::Move(_))) = (opening.mover, s.frames.top()) {
        s.frames.pop();
        s.push(Move { mover: Some(mover) });
    }
    s.bombarded.extend(opening.bombarded.iter().copied());
    for side in SideId::BOTH {
        let is_traced = |u: &UnitId| cx.setup.unit(*u).side == side && s.has(*u, Flag::Traced);
        let traced = cx.setup.unit_ids().filter(is_traced).count() as u8;
        let army = s.army_mut(side);
        army.traced = traced;
        army.leash = opening.armies[side.index()].leash;
    }
}
