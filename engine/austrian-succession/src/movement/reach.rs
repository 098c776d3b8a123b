//! Where a group could go in what is left of its move, and the cheapest path there.

use super::{Group, Spent, Theatre, Way};
use engine::hex::HexId;
use engine::search::{Dense, Step};

/// Every hex a group could come to. A hex is a node for each way to reckon the move, because a move must fit in one of them.
pub struct Reach {
    search: Dense,
    hexes: u32,
}

/// Where a group could go from a hex with what it has spent. The first step of a phase is always there (13.4).
pub fn reach(theatre: &Theatre<'_>, group: &Group, spent: Spent, from: HexId) -> Reach {
    let hexes = theatre.cx.setup.map.len() as u32;
    let ways: &[Way] = if group.uses_rivers { &Way::ALL } else { &Way::ALL[..2] };
    let start = hexes * ways.len() as u32;
    let budget = u32::from(group.allowance);
    let is_first = spent == Spent::NOTHING;
    let mut search = Dense::new(start as usize + 1);
    search.find_reach(start as usize + 1, start, budget, |node, so_far, emit| {
        if node == start {
            for (layer, way) in ways.iter().enumerate() {
                if let Some(before) = spent.in_way(*way).map(u32::from).filter(|n| *n <= budget) {
                    emit.enter_node(layer as u32 * hexes + u32::from(from.0), Step::Go(before));
                }
            }
            return;
        }
        let (layer, at) = (node / hexes, HexId((node % hexes) as u16));
        let way = ways[layer as usize];
        for to in theatre.cx.setup.map.neighbours(at).iter().filter(|hex| !hex.is_none()) {
            let Some(price) = theatre.price(group, at, *to, way) else { continue };
            let Ok(stops) = theatre.check_entry(group, at, *to) else { continue };
            let mut price = u32::from(price);
            let mut step = if stops { Step::Stop(price) } else { Step::Go(price) };
            if is_first && at == from && so_far + price > budget {
                price = budget - so_far;
                step = Step::Stop(price);
            }
            emit.enter_node(layer * hexes + u32::from(to.0), step);
        }
    });
    Reach { search, hexes }
}

impl Reach {
    /// The way in which a hex is reached most cheaply, and the half points the whole move comes to; a first step that costs more
    /// than the allowance takes all of it.
    pub fn cost_of(&self, hex: HexId) -> Option<(Way, u8)> {
        let layers = Way::ALL.iter().enumerate();
        let costs = layers.filter_map(|(layer, way)| {
            let cost = self.search.cost_of(self.node(layer, hex)?)?;
            Some((*way, cost as u8))
        });
        costs.min_by_key(|(way, cost)| (*cost, *way))
    }

    /// The node of a hex in a layer; none where the group has no such layer.
    fn node(&self, layer: usize, hex: HexId) -> Option<u32> {
        let node = layer as u32 * self.hexes + u32::from(hex.0);
        // The last node is the start of all layers.
        (node < self.search_end()).then_some(node)
    }

    fn search_end(&self) -> u32 {
        self.search.reached().first().copied().unwrap_or(0)
    }

    /// Hexes that can be reached, without the one the group is in, in order.
    pub fn hexes(&self, from: HexId) -> Vec<HexId> {
        let end = self.search_end();
        let nodes = self.search.reached().iter().filter(|node| **node != end);
        let mut hexes: Vec<HexId> = nodes.map(|node| HexId((node % self.hexes) as u16)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|hex| *hex != from);
        hexes
    }

    /// The cheapest path to a hex without the one the group is in, and whether it goes along a river.
    pub fn path_to(&self, hex: HexId) -> Option<(bool, Vec<HexId>)> {
        let (way, _) = self.cost_of(hex)?;
        let layer = Way::ALL.iter().position(|w| *w == way)?;
        let path = self.search.path_to(self.node(layer, hex)?);
        // The start of all layers and the hex the group is in come first.
        let hexes = path.into_iter().skip(2).map(|node| HexId((node % self.hexes) as u16)).collect();
        Some((way == Way::River, hexes))
    }
}
