//! One validated scenario: the map with its prices, the forces, the special rules.

use super::data::Data;
use super::pieces::Build;
use super::special::{self, SpecialRules};
use super::state::MOST_NATIONS;
use super::{fields, placing, sides};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;
use engine::map::Map;
use engine::present::Seat;
use engine::scenario::front_end::Resolver;
use engine::scenario::{At, Issues, Piece, ScenarioDoc};
use std::ops::Range;
use std::sync::OnceLock;

/// Turns are counted in a byte.
const MOST_TURNS: u32 = 200;

// Ids of the compiled map are places in the schema's lists.
const MOUNTAIN: u8 = 2;
pub const RIVER: u8 = 0;
const RIDGE: u8 = 1;
pub const PASS: u8 = 2;
const SEA: u8 = 3;
const LAKE: u8 = 4;

pub struct NationInfo {
    pub id: String,
    pub name: String,
    pub adjective: String,
    pub army: String,
    pub side: SideId,
    pub zone: bool,
    pub free_command: bool,
}

pub struct SideInfo {
    pub id: String,
    pub name: String,
    pub army: String,
    pub seat: Seat,
    /// The seat's own name, where it has one.
    pub player: Option<String>,
    /// Length of its supply paths (10.22).
    pub supply: u8,
    /// Losses beyond this count double (17.0).
    pub double_after: Option<u16>,
}

#[derive(Clone)]
pub struct LeaderInfo {
    pub id: String,
    pub name: String,
    pub nation: NationId,
    pub side: SideId,
    pub rank: u8,
    pub initiative: u8,
    pub attack: u8,
    pub defence: u8,
    pub king: bool,
}

pub struct Fort {
    pub hex: HexId,
    pub name: String,
    pub vp: i32,
}

/// Left to the player in setting up (18.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Points { hex: HexId, nation: NationId, sp: u8 },
    Leader { leader: LeaderId, hex: HexId },
}

/// Neighbours that can be entered with the number of the side and its price, and how many they are.
type Ways = ([(u8, HexId, u8); 6], u8);

/// Points at the start: hex, nation, inside, how many.
pub type StartStack = (HexId, NationId, Walls, u8);

/// Where forces can go, and at what price.
pub struct Ground {
    pub land: Vec<bool>,
    /// Price of leaving by each side without enemies; 0 where nobody passes (5.45).
    pub price: Vec<[u8; 6]>,
    /// Sides with a pass, as bits.
    pass: Vec<u8>,
    /// Neighbours that can be entered, and how many.
    beside: Vec<([HexId; 6], u8)>,
    ways: Vec<Ways>,
    /// Hexes from any hex along enterable ones, worked out when first asked for.
    from_hex: Vec<OnceLock<Box<[u8]>>>,
}

impl Ground {
    fn new(data: &Data, map: &Map) -> Self {
        let land: Vec<bool> = map.terrain.iter().map(|t| t.0 < 3).collect();
        let (price, pass) = prices(data, map, &land);
        let ways = ways(map, &price);
        Self {
            land,
            price,
            pass,
            beside: ways.iter().map(|(list, n)| (list.map(|w| w.1), *n)).collect(),
            ways,
            from_hex: (0..map.len()).map(|_| OnceLock::new()).collect(),
        }
    }
}

/// What is asked at every step about fortresses, nations and leaders, in a form that is quick to ask.
#[derive(Default)]
pub struct Lookup {
    fort_at: Vec<u8>,
    /// Hexes from each fortress along enterable hexes: a row of all fortresses for each hex.
    from_forts: Vec<u8>,
    /// Leaders of each side, and kings, as sets.
    pub side_leaders: [u64; 2],
    pub kings: u64,
    /// Where the leaders of a nation begin and end among all.
    ranks: [(u8, u8); MOST_NATIONS],
    nation_side: [SideId; MOST_NATIONS],
    /// Nations of the second side, and those with a zone of control, as bits.
    pub second: u8,
    pub zones: u8,
}

/// The forces at the start, and what the players set up themselves.
#[derive(Default)]
pub struct Start {
    pub stacks: Vec<StartStack>,
    pub leader_at: Vec<Option<(HexId, Walls)>>,
    pub depots: Vec<(HexId, SideId, bool)>,
    pub items: Vec<Item>,
    /// Set-up entries and their pieces.
    pub entries: Vec<placing::Entry>,
    pub loose: Vec<placing::Loose>,
    pub midway: super::midway::Midway,
}

pub struct Calendar {
    pub first_turn: u8,
    /// Whose player turn opens the first turn; the later one where a campaign is taken up midway.
    pub opens: SideId,
    pub last_turn: u8,
    pub turn_names: Vec<String>,
    pub winter: Vec<u8>,
}

impl Calendar {
    fn new(doc: &ScenarioDoc, sides: &[SideInfo; 2]) -> Self {
        Self {
            first_turn: fields::FIRST_TURN.read_or_default(&doc.props),
            opens: opens(doc, sides),
            last_turn: doc.turns.count.min(MOST_TURNS) as u8,
            turn_names: doc.turns.names.clone(),
            winter: winter(doc),
        }
    }
}

pub struct Setup {
    pub map: Map,
    pub title: String,
    /// Id and name of every region.
    pub region_names: Vec<(String, String)>,
    pub ground: Ground,
    pub forts: Vec<Fort>,
    pub nations: Vec<NationInfo>,
    pub sides: [SideInfo; 2],
    pub leaders: Vec<LeaderInfo>,
    pub lookup: Lookup,
    pub start: Start,
    pub special: SpecialRules,
    pub calendar: Calendar,
    /// Points of each nation in all.
    pub totals: [u16; MOST_NATIONS],
}

impl Setup {
    /// The side of a nation; 0 for one that is none.
    #[inline]
    pub fn nation_ids(&self) -> impl Iterator<Item = NationId> + use<> {
        (0..self.nations.len() as u8).map(NationId)
    }

    pub fn side_of(&self, nation: NationId) -> SideId {
        self.lookup.nation_side.get(nation.index()).copied().unwrap_or_default()
    }

    /// The leaders of a nation as indices, highest rank first.
    #[inline]
    pub fn ranks(&self, nation: NationId) -> Range<usize> {
        let (from, to) = self.lookup.ranks.get(nation.index()).copied().unwrap_or_default();
        from as usize..to as usize
    }

    pub fn fort(&self, hex: HexId) -> Option<&Fort> {
        self.lookup.fort_at.get(hex.index()).and_then(|i| self.forts.get(*i as usize))
    }

    pub fn is_fort(&self, hex: HexId) -> bool {
        self.lookup.fort_at.get(hex.index()).is_some_and(|i| *i != u8::MAX)
    }

    pub fn fort_index(&self, hex: HexId) -> Option<u8> {
        self.lookup.fort_at.get(hex.index()).copied().filter(|i| *i != u8::MAX)
    }

    /// Hexes from `hex` to every fortress; 255 where there is no way.
    pub fn fort_distances(&self, hex: HexId) -> &[u8] {
        let n = self.forts.len();
        &self.lookup.from_forts[hex.index() * n..(hex.index() + 1) * n]
    }

    /// Hexes to the nearest of these along enterable hexes.
    pub fn distances(&self, from: &[HexId]) -> Vec<u8> {
        let mut out = vec![u8::MAX; self.map.len()];
        let mut queue = from.to_vec();
        from.iter().for_each(|h| out[h.index()] = 0);
        let mut i = 0;
        while let Some(at) = queue.get(i).copied() {
            i += 1;
            let next = out[at.index()].saturating_add(1).min(u8::MAX - 1);
            for to in self.beside(at) {
                if out[to.index()] == u8::MAX {
                    out[to.index()] = next;
                    queue.push(*to);
                }
            }
        }
        out
    }

    /// Hexes between two hexes along enterable ones; 255 where there is no way.
    pub fn hexes_between(&self, from: HexId, to: HexId) -> u8 {
        self.ground.from_hex[from.index()].get_or_init(|| self.distances(&[from]).into())[to.index()]
    }

    pub fn is_mountain(&self, hex: HexId) -> bool {
        self.map.terrain[hex.index()].0 == MOUNTAIN
    }

    pub fn is_winter(&self, turn: u8) -> bool {
        self.calendar.winter.contains(&turn)
    }

    /// What a region is called on the map.
    pub fn region_name(&self, id: &str) -> String {
        let named = self.region_names.iter().find(|r| r.0 == id);
        named.map_or(id, |r| r.1.as_str()).to_owned()
    }

    pub fn label(&self, hex: HexId) -> String {
        self.map.label(hex)
    }

    pub fn seat(&self, side: SideId) -> Seat {
        self.sides[side.index()].seat
    }

    /// The neighbours that can be entered, with side number and price.
    pub fn ways(&self, from: HexId) -> impl Iterator<Item = (u8, HexId, u8)> + '_ {
        let (list, n) = &self.ground.ways[from.index()];
        list[..*n as usize].iter().copied()
    }

    /// The neighbours that can be entered.
    pub fn beside(&self, from: HexId) -> &[HexId] {
        let (list, n) = &self.ground.beside[from.index()];
        &list[..*n as usize]
    }

    pub fn is_pass(&self, from: HexId, dir: u8) -> bool {
        self.ground.pass[from.index()] & (1 << dir) != 0
    }
}

pub fn compile(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> Option<Setup> {
    let before = issues.errors();
    let setup = read(data, doc, issues)?;
    (issues.errors() == before).then_some(setup)
}

/// What can be made of a document, also of one that cannot be played: advice is given on all of it.
pub fn read(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> Option<Setup> {
    let schema = crate::schema::schema(data);
    let resolver = Resolver::new(doc, &schema);
    let map = Map::compile(&doc.map, &schema, issues);
    if map.is_empty() {
        issues.error(At::Whole, "map", "the map has no hexes");
        return None;
    }
    let sides = sides::read_sides(data, &resolver, issues)?;
    let nations = sides::read_nations(data, doc, &resolver);
    let ground = Ground::new(data, &map);
    let b = Build { data, doc, resolver, map, land: ground.land.clone(), nations };
    let forts = b.forts(issues);
    let mut fort_at = vec![u8::MAX; b.map.len()];
    for (i, f) in forts.iter().enumerate() {
        fort_at[f.hex.index()] = i as u8;
    }
    let leaders = b.leaders(issues);
    let mut setup = Setup {
        title: doc.title.clone(),
        region_names: regions(doc),
        ground,
        forts,
        lookup: Lookup { fort_at, ..Lookup::default() },
        calendar: Calendar::new(doc, &sides),
        sides,
        start: Start { leader_at: vec![None; leaders.len()], ..Start::default() },
        leaders,
        special: SpecialRules::default(),
        totals: [0; MOST_NATIONS],
        map: b.map.clone(),
        nations: Vec::new(),
    };
    if doc.turns.count > MOST_TURNS {
        let text = format!("the game lasts {} turns: 1 to {MOST_TURNS}", doc.turns.count);
        issues.error(At::Field("turns".into()), "turns", text).rule("4.1");
    }
    if setup.calendar.last_turn < setup.calendar.first_turn {
        issues.error(At::Field("turns".into()), "turns", "the game must have at least one turn").rule("4.1");
    }
    b.place_all(&mut setup, issues);
    setup.nations = b.nations;
    index(&mut setup);
    placing::read(doc, &mut setup, issues);
    special::read(data, doc, &mut setup, issues);
    super::midway::read_position(doc, &mut setup, issues);
    finish(doc, &mut setup, issues);
    Some(setup)
}

/// What is asked at every step, in a form that is quick to ask.
fn index(setup: &mut Setup) {
    for (n, info) in setup.nations.iter().enumerate().take(MOST_NATIONS) {
        let at = |f: &dyn Fn(&LeaderInfo) -> bool| setup.leaders.partition_point(f) as u8;
        setup.lookup.ranks[n] = (at(&|l| (l.nation.index()) < n), at(&|l| l.nation.index() <= n));
        setup.lookup.nation_side[n] = info.side;
        setup.lookup.second |= u8::from(info.side == SideId::SECOND) << n;
        setup.lookup.zones |= u8::from(info.zone) << n;
    }
    for (i, l) in setup.leaders.iter().enumerate() {
        setup.lookup.side_leaders[l.side.index()] |= 1 << i;
        setup.lookup.kings |= u64::from(l.king) << i;
    }
}

fn regions(doc: &ScenarioDoc) -> Vec<(String, String)> {
    let name = |r: &engine::scenario::Region| if r.name.is_empty() { r.id.clone() } else { r.name.clone() };
    doc.map.regions.iter().map(|r| (r.id.clone(), name(r))).collect()
}

/// Turns marked as winter, and all from `winter_from` on (16.0).
fn winter(doc: &ScenarioDoc) -> Vec<u8> {
    let from = u32::from(fields::WINTER_FROM.read_or_default(&doc.props));
    let marked = |t: &u32| doc.turns.marks.get(t).is_some_and(|m| m.iter().any(|w| w == "winter"));
    let last = doc.turns.count.min(MOST_TURNS);
    (1..=last).filter(|t| marked(t) || (from > 0 && *t >= from)).map(|t| t as u8).collect()
}

/// Who begins: the first side unless the scenario says otherwise (4.2).
fn opens(doc: &ScenarioDoc, sides: &[SideInfo; 2]) -> SideId {
    let named = fields::TO_MOVE.read(&doc.props).and_then(|id| sides.iter().position(|s| s.id == id));
    named.map_or(SideId::FIRST, |side| SideId(side as u8))
}

fn add(total: &mut u16, sp: u8) {
    *total = total.saturating_add(sp.into());
}

fn finish(doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    let n = setup.forts.len();
    let mut from_forts = vec![u8::MAX; n * setup.map.len()];
    for i in 0..n {
        for (h, d) in setup.distances(&[setup.forts[i].hex]).into_iter().enumerate() {
            from_forts[h * n + i] = d;
        }
    }
    setup.lookup.from_forts = from_forts;
    setup.start.stacks.sort_unstable();
    for s in &setup.start.stacks {
        add(&mut setup.totals[s.1.index() % MOST_NATIONS], s.3);
    }
    for a in &setup.special.arrivals {
        for (n, sp) in a.sp.iter().enumerate() {
            add(&mut setup.totals[n], *sp);
        }
    }
    for l in &setup.start.loose {
        if let placing::Thing::Points { nation, sp } = l.what {
            add(&mut setup.totals[nation.index() % MOST_NATIONS], sp);
        }
    }
    for n in 0..MOST_NATIONS {
        setup.totals[n] = setup.totals[n].saturating_add(setup.start.midway.points_gone(n));
    }
    for (n, info) in setup.nations.iter().enumerate() {
        if setup.totals[n] > 250 {
            let text =
                format!("{} has {} strength points; at most 250 can be counted", info.name, setup.totals[n]);
            issues.error(At::Whole, &info.id, text).rule("3.2");
        }
    }
    for side in SideId::BOTH {
        let comes = |l: &placing::Loose| matches!(l.what, placing::Thing::Points { nation, .. } if setup.side_of(nation) == side);
        let any = setup.start.stacks.iter().any(|s| setup.side_of(s.1) == side)
            || setup.start.loose.iter().any(comes);
        if !any {
            let id = &doc.sides[side.index()].id;
            issues.error(At::Forces(id.clone()), id, "it has no strength points on the map").rule("18.0");
        }
    }
    let mut inside: Vec<(HexId, SideId)> = Vec::new();
    for s in setup.start.stacks.iter().filter(|s| setup.is_fort(s.0)) {
        let free = setup
            .start
            .items
            .iter()
            .any(|i| matches!(i, Item::Points { hex, nation, .. } if *hex == s.0 && *nation == s.1));
        if (s.2 == Walls::Inside) || free {
            inside.push((s.0, setup.side_of(s.1)));
        }
    }
    inside.sort_unstable();
    inside.dedup();
    for w in inside.windows(2).filter(|w| w[0].0 == w[1].0) {
        let label = setup.map.label(w[0].0);
        let at = At::Hex(setup.map.grid.hex(w[0].0));
        issues
            .error(at, label, "both sides could stand inside this fortress")
            .rule("12.13")
            .remedy("fix one of them with place: outside");
    }
}

fn prices(data: &Data, map: &Map, land: &[bool]) -> (Vec<[u8; 6]>, Vec<u8>) {
    let m = &data.movement;
    let mut price = vec![[0u8; 6]; map.len()];
    let mut pass = vec![0u8; map.len()];
    for id in map.grid.ids().filter(|id| land[id.index()]) {
        for d in engine::hex::Dir::ALL {
            let Some(to) = map.neighbour(id, d).filter(|t| land[t.index()]) else { continue };
            let _ = to;
            let side = map.edge_kinds(id, d);
            let ridge = side.has(RIDGE) || side.has(PASS);
            if side.has(SEA) || side.has(LAKE) || (ridge && !side.has(PASS)) {
                continue;
            }
            let river = if side.has(RIVER) { m.river } else { 0 };
            let over = if ridge { m.pass } else { 0 };
            price[id.index()][d.0 as usize] = m.hex + river + over;
            if ridge {
                pass[id.index()] |= 1 << d.0;
            }
        }
    }
    (price, pass)
}

fn ways(map: &Map, price: &[[u8; 6]]) -> Vec<Ways> {
    let one = |id: HexId| {
        let (mut list, mut n) = ([(0, HexId::NONE, 0); 6], 0);
        for (d, to) in map.neighbours(id).iter().enumerate() {
            let cost = price[id.index()][d];
            if cost > 0 {
                list[n] = (d as u8, *to, cost);
                n += 1;
            }
        }
        (list, n as u8)
    };
    map.grid.ids().map(one).collect()
}

/// A piece in the reader's words.
pub fn piece(p: &Piece) -> String {
    format!("piece {}", p.id)
}
