//! Makes the map for an import of geography: at once, or on another thread if there is much data.
use crate::core::geo::{self, Feature, Frame, Imported, Mapping, Unmapped};
use board::layout::Layout;
use egui::ColorImage;
use engine::present::BoardView;
use engine::scenario::{MapDoc, Schema};
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// With more positions than this the window would freeze.
const MUCH: usize = 4000;
/// Pixels the preview is drawn wide at most.
const WIDE: f32 = 1100.0;

/// The input for a map.
pub struct GeoRequest {
    pub features: Vec<Feature>,
    pub mapping: Mapping,
    /// None if there are no features.
    pub frame: Option<Frame>,
    pub schema: Schema,
}

/// The result.
pub struct Done {
    /// How many features each rule takes.
    pub counts: Vec<usize>,
    pub unmapped: Vec<Unmapped>,
    /// Properties the features have.
    pub properties: Vec<String>,
    pub made: Result<Imported, Vec<String>>,
    pub picture: Option<ColorImage>,
}

impl GeoRequest {
    fn make(self) -> Done {
        let Self { features, mapping, frame, schema } = self;
        let (counts, unmapped) = geo::survey_features(&features, &mapping);
        let named: BTreeSet<&String> = features.iter().flat_map(|f| f.props.keys()).collect();
        let properties = named.into_iter().cloned().collect();
        let made = match frame {
            Some(frame) => geo::import(&features, &mapping, &frame, &schema),
            None => Err(Vec::new()),
        };
        let picture = made.as_ref().ok().map(|m| draw_map(&m.map, &schema));
        Done { counts, unmapped, properties, made, picture }
    }

    fn is_much(&self) -> bool {
        self.features.iter().map(|f| f.shape.positions().count()).sum::<usize>() > MUCH
    }
}

/// Makes one map after the other.
#[derive(Default)]
pub struct Maker(Option<Receiver<Done>>);

impl Maker {
    /// One is being made.
    pub fn is_busy(&self) -> bool {
        self.0.is_some()
    }

    /// Starts making a map; small ones are done at once. Neither done nor busy: no thread could be started.
    pub fn begin(&mut self, ctx: &egui::Context, wish: GeoRequest) -> Option<Done> {
        if !wish.is_much() {
            return Some(wish.make());
        }
        let (tell, hear) = channel();
        let ctx = ctx.clone();
        let work = move || {
            let _ = tell.send(wish.make());
            ctx.request_repaint();
        };
        self.0 = std::thread::Builder::new().name("geography".into()).spawn(work).ok().map(|_| hear);
        None
    }

    /// The result, once it is done.
    pub fn done(&mut self, ctx: &egui::Context) -> Option<Done> {
        match self.0.as_ref()?.try_recv() {
            Ok(done) => {
                self.0 = None;
                Some(done)
            }
            Err(TryRecvError::Empty) => {
                ctx.request_repaint_after(std::time::Duration::from_millis(50));
                None
            }
            Err(TryRecvError::Disconnected) => {
                self.0 = None;
                None
            }
        }
    }
}

fn draw_map(map: &MapDoc, schema: &Schema) -> ColorImage {
    let rect = Layout::new(map.grid).sheet_rect();
    let px = (WIDE / rect.width().max(1.0)).min(WIDE / rect.height().max(1.0)).clamp(2.0, 24.0);
    let mut style = board::board::BoardStyle::at_scale(px);
    style.map.numbers = false;
    let none = board::overlay::Highlights::default();
    let scene = board::board::board_scene(map, schema, &BoardView::default(), &none, &style);
    let pixels = board::raster::rasterise_scene(&scene, rect, px);
    let size = [pixels.width() as usize, pixels.height() as usize];
    ColorImage::from_rgba_premultiplied(size, pixels.data())
}
