//! The silhouettes of counters, read from `assets/art/figures`.
//!
//! A file has a canvas of 30 units about the middle. What is black in it takes the ink of the army, what is white the
//! colour of the plate.

use crate::palette::Rgba;
use crate::scene::{Affine, Shape};
use crate::svg_reader::read_svg;
use std::sync::LazyLock;

/// Width of the canvas of a file, in units of a figure.
const CANVAS: f32 = 30.0;

/// A silhouette in full and, where the full one is a group, as a single figure for small counters.
#[derive(Clone, Debug)]
pub struct Figure {
    names: &'static [&'static str],
    pub arm: Arm,
    group: Vec<Shape>,
    single: Option<Vec<Shape>>,
}

impl Figure {
    /// The shapes of the whole group or of one figure, in an ink on a ground.
    pub fn coloured(&self, group: bool, ink: Rgba, ground: Rgba, to: &Affine) -> Vec<Shape> {
        let parts = self.single.as_ref().filter(|_| !group).unwrap_or(&self.group);
        let paint = |s: &Shape| {
            let mut shape = s.transformed(to);
            shape.recolour(&|c| if c.luma() > 0.5 { ground } else { ink });
            shape
        };
        parts.iter().map(paint).collect()
    }
}

/// The arms that period battle plans distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    Foot,
    Horse,
    Guns,
    Leader,
    Train,
    Place,
}

/// The silhouette of that name; `None` for a name without a file.
pub fn find_figure(name: &str) -> Option<&'static Figure> {
    static ALL: LazyLock<Vec<Figure>> = LazyLock::new(|| SOURCES.iter().map(Source::read_figure).collect());
    ALL.iter().find(|f| f.names.contains(&name))
}

/// The text of a figure's files, and the names it goes by.
struct Source {
    names: &'static [&'static str],
    arm: Arm,
    group: &'static str,
    single: Option<&'static str>,
}

impl Source {
    /// A file that cannot be read leaves the figure empty; a test reads them all.
    fn read_figure(&self) -> Figure {
        let read = |text: &str| read_svg(text, CANVAS).unwrap_or_default();
        Figure { names: self.names, arm: self.arm, group: read(self.group), single: self.single.map(read) }
    }
}

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../../assets/art/figures/", $name, ".svg"))
    };
}

const fn source(names: &'static [&'static str], arm: Arm, group: &'static str) -> Source {
    Source { names, arm, group, single: None }
}

const fn group_source(
    names: &'static [&'static str],
    arm: Arm,
    group: &'static str,
    single: &'static str,
) -> Source {
    Source { names, arm, group, single: Some(single) }
}

static SOURCES: [Source; 18] = [
    group_source(&["infantry"], Arm::Foot, file!("infantry"), file!("infantry-single")),
    source(&["infantry brigade"], Arm::Foot, file!("infantry-single")),
    group_source(&["grenadier"], Arm::Foot, file!("grenadier"), file!("grenadier-single")),
    group_source(&["light infantry"], Arm::Foot, file!("light-infantry"), file!("light-infantry-single")),
    source(&["heavy cavalry", "cavalry"], Arm::Horse, file!("heavy-cavalry")),
    group_source(&["cavalry wing"], Arm::Horse, file!("cavalry-wing"), file!("heavy-cavalry")),
    source(&["dragoon"], Arm::Horse, file!("dragoon")),
    source(&["hussar", "light cavalry"], Arm::Horse, file!("hussar")),
    source(&["light artillery", "artillery"], Arm::Guns, file!("light-artillery")),
    source(&["heavy artillery"], Arm::Guns, file!("heavy-artillery")),
    source(&["howitzer"], Arm::Guns, file!("howitzer")),
    source(&["leader", "commander"], Arm::Leader, file!("leader")),
    source(&["supply train"], Arm::Train, file!("supply-train")),
    source(&["siege train"], Arm::Guns, file!("siege-train")),
    source(&["depot"], Arm::Place, file!("depot")),
    source(&["garrison", "fortress"], Arm::Place, file!("garrison")),
    source(&["baggage"], Arm::Train, file!("baggage")),
    source(&["dust"], Arm::Place, file!("dust")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Pos, Rect};
    use egui::Vec2;

    #[test]
    fn every_file_is_read_whole_and_stays_on_its_canvas() {
        let canvas = Rect::from_center_size(Pos::ZERO, Vec2::splat(CANVAS));
        for source in &SOURCES {
            for text in [Some(source.group), source.single].into_iter().flatten() {
                let shapes = read_svg(text, CANVAS).expect(source.names[0]);
                let elements = ["<polygon", "<circle", "<line", "<path"].map(|e| text.matches(e).count());
                assert_eq!(shapes.len(), elements.iter().sum::<usize>(), "{}", source.names[0]);
                assert!(shapes.iter().all(|s| canvas.contains_rect(s.bounding_box())), "{}", source.names[0]);
            }
        }
    }
}
