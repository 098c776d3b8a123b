//! The editor's background image: over the ground, under marks and counters.

use crate::layout::Pos;
use crate::scene::Affine;
use egui::{Color32, Mesh, Painter, Shape, TextureId, pos2};

/// An image and its four corners on the sheet, clockwise from its upper left; it may be rotated and skewed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tracing {
    pub texture: TextureId,
    pub corners: [Pos; 4],
    pub tint: Color32,
}

impl Tracing {
    pub(super) fn paint_onto(&self, painter: &Painter, to_screen: &Affine) {
        let mut mesh = Mesh::with_texture(self.texture);
        for (at, (x, y)) in self.corners.into_iter().zip([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]) {
            let vertex = egui::epaint::Vertex { pos: to_screen.apply(at), uv: pos2(x, y), color: self.tint };
            mesh.vertices.push(vertex);
        }
        mesh.indices = vec![0, 1, 2, 0, 2, 3];
        painter.add(Shape::mesh(mesh));
    }
}
