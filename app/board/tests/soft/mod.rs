//! A small software painter for egui's meshes, so that the screen can be seen without a GPU.

use egui::epaint::{ImageData, Primitive};
use egui::{ClippedPrimitive, Color32, TextureId, TexturesDelta};
use std::collections::HashMap;

#[derive(Default)]
pub struct Soft {
    textures: HashMap<TextureId, (usize, usize, Vec<Color32>)>,
}

impl Soft {
    /// Takes over new textures.
    pub fn take(&mut self, delta: &mut TexturesDelta) {
        for (id, d) in delta.set.iter().flat_map(|(id, list)| list.iter().map(move |d| (id, d))) {
            let ImageData::Color(image) = &d.image;
            let ([w, h], px) = (image.size, &image.pixels);
            match d.pos {
                None => {
                    self.textures.insert(*id, (w, h, px.clone()));
                }
                Some([x0, y0]) => {
                    let Some((tw, _, data)) = self.textures.get_mut(id) else { continue };
                    for y in 0..h {
                        for x in 0..w {
                            data[(y0 + y) * *tw + x0 + x] = px[y * w + x];
                        }
                    }
                }
            }
        }
        self.textures.retain(|id, _| !delta.free.contains(id));
        delta.clear();
    }

    /// Paints at one pixel to a point; the ground is black.
    pub fn paint(&self, prims: &[ClippedPrimitive], w: usize, h: usize) -> Vec<Color32> {
        let mut out = vec![Color32::BLACK; w * h];
        for p in prims {
            let Primitive::Mesh(mesh) = &p.primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else { continue };
            for t in mesh.indices.chunks_exact(3) {
                let v = [t[0], t[1], t[2]].map(|i| mesh.vertices[i as usize]);
                triangle(&mut out, (w, h), &v, texture, p.clip_rect);
            }
        }
        out
    }
}

fn triangle(
    out: &mut [Color32],
    (w, h): (usize, usize),
    v: &[egui::epaint::Vertex; 3],
    texture: &(usize, usize, Vec<Color32>),
    clip: egui::Rect,
) {
    let edge =
        |a: egui::Pos2, b: egui::Pos2, x: f32, y: f32| (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    let area = edge(v[0].pos, v[1].pos, v[2].pos.x, v[2].pos.y);
    if area.abs() < 1e-9 {
        return;
    }
    let (xs, ys) = (v.map(|p| p.pos.x), v.map(|p| p.pos.y));
    let lo =
        |a: [f32; 3], c: f32| a.iter().copied().fold(f32::MAX, f32::min).max(c).max(0.0).floor() as usize;
    let hi = |a: [f32; 3], c: f32, m: usize| {
        (a.iter().copied().fold(f32::MIN, f32::max).min(c).ceil().max(0.0) as usize).min(m)
    };
    for y in lo(ys, clip.min.y)..hi(ys, clip.max.y, h) {
        for x in lo(xs, clip.min.x)..hi(xs, clip.max.x, w) {
            let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
            let b = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| edge(v[i].pos, v[j].pos, px, py) / area);
            // Shared edges belong to one triangle only.
            let takes = |k: usize| {
                let (i, j) = [(1, 2), (2, 0), (0, 1)][k];
                let d = (v[j].pos - v[i].pos) * area.signum();
                b[k] > 0.0 || (b[k] == 0.0 && (d.y > 0.0 || (d.y == 0.0 && d.x < 0.0)))
            };
            if !(0..3).all(takes) {
                continue;
            }
            let mix = |f: &dyn Fn(usize) -> f32| (0..3).map(|i| b[i] * f(i)).sum::<f32>();
            let uv = (mix(&|i| v[i].uv.x), mix(&|i| v[i].uv.y));
            let tex = sample(texture, uv);
            let src: [f32; 4] =
                std::array::from_fn(|c| mix(&|i| f32::from(v[i].color.to_array()[c])) * tex[c] / 255.0);
            let dst = &mut out[y * w + x];
            let k = 1.0 - src[3] / 255.0;
            let d = dst.to_array();
            let blend = |c: usize| (src[c] + f32::from(d[c]) * k).round().clamp(0.0, 255.0) as u8;
            *dst = Color32::from_rgba_premultiplied(blend(0), blend(1), blend(2), blend(3));
        }
    }
}

fn sample((w, h, px): &(usize, usize, Vec<Color32>), (u, v): (f32, f32)) -> [f32; 4] {
    let (x, y) = (u * *w as f32 - 0.5, v * *h as f32 - 0.5);
    let (x0, y0) = (x.floor(), y.floor());
    let at = |x: f32, y: f32| {
        let (x, y) = (x.clamp(0.0, *w as f32 - 1.0) as usize, y.clamp(0.0, *h as f32 - 1.0) as usize);
        px[y * w + x].to_array().map(f32::from)
    };
    let (fx, fy) = (x - x0, y - y0);
    let (a, b, c, d) = (at(x0, y0), at(x0 + 1.0, y0), at(x0, y0 + 1.0), at(x0 + 1.0, y0 + 1.0));
    std::array::from_fn(|i| {
        (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy
    })
}
