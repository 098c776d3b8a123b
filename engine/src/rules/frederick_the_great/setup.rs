//! One validated scenario: the map with its prices, the forces, the special rules.

use super::data::Data;
use super::special::{self, Arrival, CampRule, Closed, Exchange, Limit, Withdrawal};
use super::state::{MOST_LEADERS, MOST_NATIONS};
use super::{placing, sides};
use crate::hex::HexId;
use crate::map::Map;
use crate::present::Seat;
use crate::scenario::{At, Issues, Piece, Place, Props, ScenarioDoc, Value};

pub const TERRAINS: [&str; 5] = ["clear", "fortress", "mountain", "sea", "lake"];
pub const EDGES: [&str; 5] = ["river", "mountain", "pass", "sea", "lake"];
const MOUNTAIN: u8 = 2;
const RIVER: u8 = 0;
const RIDGE: u8 = 1;
const PASS: u8 = 2;
const SEA: u8 = 3;
const LAKE: u8 = 4;

pub struct NationInfo {
    pub id: String,
    pub name: String,
    pub adjective: String,
    pub army: String,
    pub side: u8,
    pub zone: bool,
    pub free_command: bool,
}

pub struct SideInfo {
    pub id: String,
    pub name: String,
    pub army: String,
    pub seat: Seat,
    /// Length of its supply paths (10.22).
    pub supply: u8,
    /// Losses beyond this count double (17.0).
    pub double_after: Option<u16>,
}

#[derive(Clone)]
pub struct LeaderInfo {
    pub id: String,
    pub name: String,
    pub nation: u8,
    pub side: u8,
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
    Points { hex: HexId, nation: u8, sp: u8 },
    Leader { leader: u8, hex: HexId },
}

/// Points at the start: hex, nation, inside, how many.
pub type StartStack = (HexId, u8, bool, u8);

pub struct Setup {
    pub map: Map,
    pub title: String,
    pub land: Vec<bool>,
    /// Price of leaving by each side without enemies; 0 where nobody passes (5.45).
    pub price: Vec<[u8; 6]>,
    /// Sides with a pass, as bits.
    pub pass: Vec<u8>,
    /// Neighbours that can be entered, and how many.
    beside: Vec<([HexId; 6], u8)>,
    pub forts: Vec<Fort>,
    fort_at: Vec<u8>,
    /// Hexes from each fortress along enterable hexes: a row of all fortresses for each hex.
    from_forts: Vec<u8>,
    pub nations: Vec<NationInfo>,
    pub sides: [SideInfo; 2],
    pub leaders: Vec<LeaderInfo>,
    pub stacks: Vec<StartStack>,
    pub leader_at: Vec<Option<(HexId, bool)>>,
    pub depots: Vec<(HexId, u8, bool)>,
    pub items: Vec<Item>,
    /// Set-up entries and their pieces.
    pub entries: Vec<placing::Entry>,
    pub loose: Vec<placing::Loose>,
    pub arrivals: Vec<Arrival>,
    pub withdrawals: Vec<Withdrawal>,
    pub limits: Vec<Limit>,
    pub closed: Vec<Closed>,
    pub exchanges: Vec<Exchange>,
    /// Nations, as bits, that must surrender when denied honours.
    pub must_surrender: u8,
    pub camp: Option<CampRule>,
    pub first_turn: u8,
    pub last_turn: u8,
    pub turn_names: Vec<String>,
    pub winter: Vec<u8>,
    /// Points of each nation in all.
    pub totals: [u16; MOST_NATIONS],
}

impl Setup {
    pub fn side_of(&self, nation: u8) -> u8 {
        self.nations.get(nation as usize).map_or(0, |n| n.side)
    }

    pub fn fort(&self, hex: HexId) -> Option<&Fort> {
        self.fort_at.get(hex.index()).and_then(|i| self.forts.get(*i as usize))
    }

    pub fn is_fort(&self, hex: HexId) -> bool {
        self.fort_at.get(hex.index()).is_some_and(|i| *i != u8::MAX)
    }

    pub fn fort_index(&self, hex: HexId) -> Option<u8> {
        self.fort_at.get(hex.index()).copied().filter(|i| *i != u8::MAX)
    }

    /// Hexes from `hex` to every fortress; 255 where there is no way.
    pub fn fort_distances(&self, hex: HexId) -> &[u8] {
        let n = self.forts.len();
        &self.from_forts[hex.index() * n..(hex.index() + 1) * n]
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

    pub fn is_mountain(&self, hex: HexId) -> bool {
        self.map.terrain[hex.index()].0 == MOUNTAIN
    }

    pub fn is_winter(&self, turn: u8) -> bool {
        self.winter.contains(&turn)
    }

    pub fn label(&self, hex: HexId) -> String {
        self.map.label(hex)
    }

    pub fn seat(&self, side: u8) -> Seat {
        self.sides[usize::from(side & 1)].seat
    }

    /// The neighbours that can be entered, with side number and price.
    pub fn ways(&self, from: HexId) -> impl Iterator<Item = (u8, HexId, u8)> + '_ {
        let (row, price) = (self.map.neighbours(from), &self.price[from.index()]);
        (0..6u8).filter(|d| price[*d as usize] > 0).map(|d| (d, row[d as usize], price[d as usize]))
    }

    /// The neighbours that can be entered.
    pub fn beside(&self, from: HexId) -> &[HexId] {
        let (list, n) = &self.beside[from.index()];
        &list[..*n as usize]
    }

    pub fn is_pass(&self, from: HexId, dir: u8) -> bool {
        self.pass[from.index()] & (1 << dir) != 0
    }
}

/// Reads one number with bounds; what is out of them is an issue.
pub fn number(
    props: &Props,
    key: &str,
    default: i64,
    range: (i64, i64),
    place: (&At, &str),
    issues: &mut Issues,
) -> i64 {
    let value = match props.get(key) {
        None => return default,
        Some(v) => v.as_int(),
    };
    match value {
        Some(n) if (range.0..=range.1).contains(&n) => n,
        _ => {
            let text = format!("'{key}' must be a number from {} to {}", range.0, range.1);
            issues.error(place.0.clone(), place.1, text);
            default
        }
    }
}

/// Reads a text; empty if missing.
pub fn text<'a>(props: &'a Props, key: &str) -> &'a str {
    props.get(key).and_then(Value::as_text).unwrap_or("")
}

/// A hex number may be written as text or as a plain number.
pub fn hex_prop(map: &Map, props: &Props, key: &str) -> Option<HexId> {
    match props.get(key)? {
        Value::Text(t) => map.grid.parse(t),
        Value::Int(n) => map.grid.parse(&format!("{n:04}")),
        _ => None,
    }
}

struct Build<'a> {
    data: &'a Data,
    doc: &'a ScenarioDoc,
    map: Map,
    land: Vec<bool>,
    nations: Vec<NationInfo>,
}

pub fn compile(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> Option<Setup> {
    let before = issues.errors();
    let map = Map::compile(&doc.map, &TERRAINS, &EDGES, issues);
    if map.is_empty() {
        issues.error(At::Whole, "map", "the map has no hexes");
        return None;
    }
    let sides = sides::read_sides(data, doc, issues)?;
    let nations = sides::read_nations(data, doc, issues);
    let land: Vec<bool> = map.terrain.iter().map(|t| t.0 < 3).collect();
    let (price, pass) = prices(data, &map, &land);
    let b = Build { data, doc, map, land, nations };
    let forts = b.forts(issues);
    let mut fort_at = vec![u8::MAX; b.map.len()];
    for (i, f) in forts.iter().enumerate() {
        fort_at[f.hex.index()] = i as u8;
    }
    let leaders = b.leaders(issues);
    let mut setup = Setup {
        title: doc.title.clone(),
        first_turn: number(
            &doc.props,
            "first_turn",
            1,
            (1, 200),
            (&At::Field("props".into()), "scenario"),
            issues,
        ) as u8,
        last_turn: doc.turns.count.min(200) as u8,
        turn_names: doc.turns.names.clone(),
        winter: doc
            .turns
            .marks
            .iter()
            .filter(|m| m.1.iter().any(|w| w == "winter"))
            .map(|m| *m.0 as u8)
            .collect(),
        land: b.land.clone(),
        beside: beside(&b.map, &price),
        price,
        pass,
        forts,
        fort_at,
        from_forts: Vec::new(),
        sides,
        stacks: Vec::new(),
        leader_at: vec![None; leaders.len()],
        leaders,
        depots: Vec::new(),
        items: Vec::new(),
        entries: Vec::new(),
        loose: Vec::new(),
        arrivals: Vec::new(),
        withdrawals: Vec::new(),
        limits: Vec::new(),
        closed: Vec::new(),
        exchanges: Vec::new(),
        must_surrender: 0,
        camp: None,
        totals: [0; MOST_NATIONS],
        map: b.map.clone(),
        nations: Vec::new(),
    };
    if setup.last_turn < setup.first_turn {
        issues.error(At::Field("turns".into()), "turns", "the game must have at least one turn").rule("4.1");
    }
    b.place_all(&mut setup, issues);
    let nations = b.nations;
    setup.nations = nations;
    placing::read(doc, &mut setup, issues);
    special::read(data, doc, &mut setup, issues);
    finish(doc, &mut setup, issues);
    (issues.errors() == before).then_some(setup)
}

fn finish(doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    let n = setup.forts.len();
    let mut from_forts = vec![u8::MAX; n * setup.map.len()];
    for i in 0..n {
        for (h, d) in setup.distances(&[setup.forts[i].hex]).into_iter().enumerate() {
            from_forts[h * n + i] = d;
        }
    }
    setup.from_forts = from_forts;
    setup.stacks.sort_unstable();
    for s in &setup.stacks {
        setup.totals[s.1 as usize % MOST_NATIONS] += u16::from(s.3);
    }
    for a in &setup.arrivals {
        for (n, sp) in a.sp.iter().enumerate() {
            setup.totals[n] += u16::from(*sp);
        }
    }
    for l in &setup.loose {
        if let placing::Thing::Points { nation, sp } = l.what {
            setup.totals[nation as usize % MOST_NATIONS] += u16::from(sp);
        }
    }
    for (n, info) in setup.nations.iter().enumerate() {
        if setup.totals[n] > 250 {
            let text =
                format!("{} has {} strength points; at most 250 can be counted", info.name, setup.totals[n]);
            issues.error(At::Whole, &info.id, text).rule("3.2");
        }
    }
    for side in 0..2u8 {
        let comes = |l: &placing::Loose| matches!(l.what, placing::Thing::Points { nation, .. } if setup.side_of(nation) == side);
        let any = setup.stacks.iter().any(|s| setup.side_of(s.1) == side) || setup.loose.iter().any(comes);
        if !any {
            let id = &doc.sides[side as usize].id;
            issues
                .error(At::Side(id.clone()), id, "this side has no strength points on the map")
                .rule("18.0");
        }
    }
    let mut inside: Vec<(HexId, u8)> = Vec::new();
    for s in setup.stacks.iter().filter(|s| setup.is_fort(s.0)) {
        let free = setup
            .items
            .iter()
            .any(|i| matches!(i, Item::Points { hex, nation, .. } if *hex == s.0 && *nation == s.1));
        if s.2 || free {
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
        for d in crate::hex::Dir::ALL {
            let Some(to) = map.neighbour(id, d).filter(|t| land[t.index()]) else { continue };
            let _ = to;
            let side = map.leaving(id, d);
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

fn beside(map: &Map, price: &[[u8; 6]]) -> Vec<([HexId; 6], u8)> {
    let one = |id: HexId| {
        let (mut list, mut n) = ([HexId::NONE; 6], 0);
        for (d, to) in map.neighbours(id).iter().enumerate() {
            if price[id.index()][d] > 0 {
                list[n] = *to;
                n += 1;
            }
        }
        (list, n as u8)
    };
    map.grid.ids().map(one).collect()
}

impl Build<'_> {
    fn nation(&self, p: &Piece, issues: &mut Issues) -> Option<u8> {
        let found = self.nations.iter().position(|n| n.id == p.nation);
        match found {
            Some(i) => {
                let side = &self.doc.sides[self.nations[i].side as usize].id;
                if !p.side.is_empty() && p.side != *side {
                    let text = format!("its nation belongs to the side '{side}', not '{}'", p.side);
                    issues.error(At::Piece(p.id.clone()), piece(p), text);
                }
                Some(i as u8)
            }
            None => {
                let text = format!("the nation '{}' belongs to neither side", p.nation);
                issues.error(At::Piece(p.id.clone()), piece(p), text);
                None
            }
        }
    }

    fn hex(&self, p: &Piece, issues: &mut Issues) -> Option<HexId> {
        let Place::Hex(h) = &p.place else { return None };
        let Some(id) = self.map.grid.id(*h) else {
            issues.error(At::Piece(p.id.clone()), piece(p), "its hex is not on the map");
            return None;
        };
        if !self.land[id.index()] {
            let text = format!("hex {} is water", self.map.label(id));
            issues.error(At::Piece(p.id.clone()), piece(p), text).rule("5.45");
            return None;
        }
        Some(id)
    }

    fn forts(&self, issues: &mut Issues) -> Vec<Fort> {
        let mut out: Vec<Fort> = Vec::new();
        for p in self.doc.pieces.iter().filter(|p| p.kind == "fortress") {
            let at = At::Piece(p.id.clone());
            let vp = number(&p.props, "vp", 1, (0, 99), (&at, &piece(p)), issues) as i32;
            let Some(hex) = self.hex(p, issues) else {
                issues.error(at, piece(p), "a fortress must stand in a land hex").rule("12.0");
                continue;
            };
            if out.iter().any(|f| f.hex == hex) {
                issues.error(at, piece(p), "there is another fortress in this hex").rule("12.0");
                continue;
            }
            let name = if p.name.is_empty() { self.map.label(hex) } else { p.name.clone() };
            out.push(Fort { hex, name, vp });
        }
        if out.len() > 250 {
            issues.error(At::Whole, "fortresses", "more than 250 fortresses");
            out.truncate(250);
        }
        special::keep_forts(self.doc, &self.map, &mut out, issues);
        out
    }

    fn leaders(&self, issues: &mut Issues) -> Vec<LeaderInfo> {
        let mut out: Vec<LeaderInfo> = Vec::new();
        for p in self.doc.pieces.iter().filter(|p| p.kind == "leader") {
            let Some(nation) = self.nation(p, issues) else { continue };
            let at = At::Piece(p.id.clone());
            let row = self.data.leader(&p.nation, &p.name);
            let mut rating = |key: &str, default: Option<u8>| {
                if default.is_none() && !p.props.contains_key(key) {
                    issues
                        .error(
                            at.clone(),
                            piece(p),
                            format!("'{key}' is missing and the chart has no leader of this name"),
                        )
                        .rule("3.22");
                }
                number(&p.props, key, default.unwrap_or(0).into(), (0, 9), (&at, &piece(p)), issues) as u8
            };
            let (initiative, attack, defence) = (
                rating("initiative", row.map(|r| r.initiative)),
                rating("attack", row.map(|r| r.attack)),
                rating("defence", row.map(|r| r.defence)),
            );
            let rank = number(&p.props, "rank", 0, (1, 99), (&at, &piece(p)), issues) as u8;
            if rank == 0 {
                issues.error(at.clone(), piece(p), "a leader needs a rank").rule("8.11");
            }
            let king = p.props.get("king").and_then(Value::as_bool).unwrap_or(row.is_some_and(|r| r.king));
            let side = self.nations[nation as usize].side;
            let name = if p.name.is_empty() { p.id.clone() } else { p.name.clone() };
            out.push(LeaderInfo {
                id: p.id.clone(),
                name,
                nation,
                side,
                rank,
                initiative,
                attack,
                defence,
                king,
            });
        }
        out.sort_by_key(|l| (l.nation, l.rank));
        for w in out.windows(2).filter(|w| (w[0].nation, w[0].rank) == (w[1].nation, w[1].rank)) {
            let text = format!("{} and {} have the same rank", w[0].name, w[1].name);
            issues.error(At::Piece(w[1].id.clone()), &w[1].name, text).rule("8.11");
        }
        let mut names: Vec<(&str, u8)> = out.iter().map(|l| (l.name.as_str(), l.nation)).collect();
        names.sort_unstable();
        for w in names.windows(2).filter(|w| w[0] == w[1]) {
            issues.error(At::Whole, w[0].0, "two leaders of one nation have this name");
        }
        if out.len() > MOST_LEADERS {
            issues.error(At::Whole, "leaders", format!("more than {MOST_LEADERS} leaders"));
            out.truncate(MOST_LEADERS);
        }
        out
    }

    /// Reads `place`: inside, outside, or the player's choice.
    fn inside(&self, p: &Piece, fort: bool, issues: &mut Issues) -> Option<bool> {
        match text(&p.props, "place") {
            "" | "choice" => (!fort).then_some(false),
            "outside" => Some(false),
            "inside" if fort => Some(true),
            "inside" => {
                issues
                    .error(At::Piece(p.id.clone()), piece(p), "there is no fortress here to be inside of")
                    .rule("12.11");
                Some(false)
            }
            other => {
                let text = format!("'place' is inside, outside or choice, not '{other}'");
                issues.error(At::Piece(p.id.clone()), piece(p), text).rule("18.0");
                Some(false)
            }
        }
    }

    fn place_all(&self, setup: &mut Setup, issues: &mut Issues) {
        let mut ids: Vec<&str> = self.doc.pieces.iter().map(|p| p.id.as_str()).collect();
        ids.sort_unstable();
        for w in ids.windows(2).filter(|w| w[0] == w[1]) {
            issues.error(At::Piece(w[0].into()), format!("piece {}", w[0]), "two pieces have this id");
        }
        for p in self.doc.pieces.iter() {
            match p.kind.as_str() {
                "fortress" => {}
                "strength" | "leader" | "depot" => self.place(p, setup, issues),
                other => {
                    issues
                        .error(At::Piece(p.id.clone()), piece(p), format!("the kind '{other}' is unknown"))
                        .remedy("use strength, leader, depot or fortress");
                }
            }
        }
        merge(&mut setup.stacks);
        let mut items: Vec<Item> = Vec::new();
        for item in std::mem::take(&mut setup.items) {
            match (item, items.last_mut()) {
                (Item::Points { hex, nation, sp }, _) => {
                    let same = items.iter_mut().find_map(|i| match i {
                        Item::Points { hex: h, nation: n, sp } if (*h, *n) == (hex, nation) => Some(sp),
                        _ => None,
                    });
                    match same {
                        Some(more) => *more = more.saturating_add(sp),
                        None => items.push(Item::Points { hex, nation, sp }),
                    }
                }
                (other, _) => items.push(other),
            }
        }
        setup.items = items;
    }

    fn place(&self, p: &Piece, setup: &mut Setup, issues: &mut Issues) {
        let at = At::Piece(p.id.clone());
        let Some(nation) = self.nation(p, issues) else { return };
        let side = self.nations[nation as usize].side;
        let sp = match p.kind.as_str() {
            "strength" => {
                let n = number(&p.props, "sp", 0, (1, 250), (&at, &piece(p)), issues);
                if !p.props.contains_key("sp") {
                    issues
                        .error(at.clone(), piece(p), "'sp' is missing: how many strength points?")
                        .rule("3.2");
                }
                n as u8
            }
            _ => 0,
        };
        let hex = match &p.place {
            Place::Off => return,
            Place::Hex(_) => self.hex(p, issues),
            _ => {
                issues.error(at.clone(), piece(p), "it must stand in one hex or be off the map");
                None
            }
        };
        let Some(hex) = hex else { return };
        let fort = setup.is_fort(hex);
        match p.kind.as_str() {
            "depot" => {
                if setup.depots.iter().any(|d| d.0 == hex) {
                    issues.error(at, piece(p), "there is another depot in this hex").rule("7.0");
                    return;
                }
                let offmap = p.props.get("offmap").and_then(Value::as_bool).unwrap_or(false);
                setup.depots.push((hex, side, offmap));
                setup.depots.sort_unstable();
            }
            "strength" => {
                let inside = self.inside(p, fort, issues);
                if inside.is_none() {
                    setup.items.push(Item::Points { hex, nation, sp });
                }
                setup.stacks.push((hex, nation, inside.unwrap_or(false), sp));
            }
            _ => {
                let inside = self.inside(p, fort, issues);
                let Some(i) = setup.leaders.iter().position(|l| l.id == p.id) else { return };
                if inside.is_none() {
                    setup.items.push(Item::Leader { leader: i as u8, hex });
                }
                setup.leader_at[i] = Some((hex, inside.unwrap_or(false)));
            }
        }
    }
}

fn merge(stacks: &mut Vec<StartStack>) {
    stacks.sort_unstable();
    stacks.dedup_by(|b, a| {
        let same = (a.0, a.1, a.2) == (b.0, b.1, b.2);
        if same {
            a.3 = a.3.saturating_add(b.3);
        }
        same
    });
}

/// A piece in the reader's words.
pub fn piece(p: &Piece) -> String {
    format!("piece {}", p.id)
}
