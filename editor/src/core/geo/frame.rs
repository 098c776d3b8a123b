//! Where the sheet lies on the globe: scale, middle and rotation.

use super::read::{Feature, LonLat, Shape};
use board::layout::{Layout, Pos};
use engine::hex::{Grid, Orientation};

/// Mean radius of the earth in metres.
const EARTH: f64 = 6_371_008.8;
const SQRT3: f64 = 1.732_050_807_568_877_2;

/// Azimuthal equidistant about the sheet's middle: true distances from there, and close to true
/// everywhere on a sheet as large as Central Europe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    pub grid: Grid,
    /// Metres from hex to hex.
    pub hex_m: f64,
    /// The middle of the sheet.
    pub middle: LonLat,
    /// The bearing that points up the sheet, in degrees clockwise from north.
    pub rotate: f64,
}

impl Frame {
    /// Metres east and north of the middle.
    fn metres_from_centre(&self, p: LonLat) -> (f64, f64) {
        let (l0, f0) = (self.middle[0].to_radians(), self.middle[1].to_radians());
        let (l, f) = (p[0].to_radians() - l0, p[1].to_radians());
        let cos = (f0.sin() * f.sin() + f0.cos() * f.cos() * l.cos()).clamp(-1.0, 1.0);
        let c = cos.acos();
        let k = if c.sin().abs() < 1e-12 { 1.0 } else { c / c.sin() };
        (EARTH * k * f.cos() * l.sin(), EARTH * k * (f0.cos() * f.sin() - f0.sin() * f.cos() * l.cos()))
    }

    /// A point of the globe on the sheet, in hex radii.
    pub fn place(&self, p: LonLat) -> Pos {
        let (x, y) = self.metres_from_centre(p);
        let (sin, cos) = self.rotate.to_radians().sin_cos();
        let radius = (self.hex_m / SQRT3).max(1e-6);
        let (right, up) = ((x * cos - y * sin) / radius, (x * sin + y * cos) / radius);
        let middle = Layout::new(self.grid).sheet_rect().center();
        // Points half a world away must not overflow.
        let far = |v: f64| v.clamp(-30_000.0, 30_000.0) as f32;
        Pos::new(middle.x + far(right), middle.y - far(up))
    }

    /// The place on the globe of a point of the sheet, in hex radii: the reverse of [`Frame::place`].
    pub fn position(&self, at: Pos) -> LonLat {
        let middle = Layout::new(self.grid).sheet_rect().center();
        let radius = (self.hex_m / SQRT3).max(1e-6);
        let (right, up) = (f64::from(at.x - middle.x) * radius, f64::from(middle.y - at.y) * radius);
        let (sin, cos) = self.rotate.to_radians().sin_cos();
        let (east, north) = (right * cos + up * sin, up * cos - right * sin);
        let c = east.hypot(north) / EARTH;
        if c < 1e-12 {
            return self.middle;
        }
        let (l0, f0) = (self.middle[0].to_radians(), self.middle[1].to_radians());
        let (azimuth_sin, azimuth_cos) = (east / (c * EARTH), north / (c * EARTH));
        let latitude = (c.cos() * f0.sin() + c.sin() * f0.cos() * azimuth_cos).clamp(-1.0, 1.0).asin();
        let longitude =
            l0 + (c.sin() * azimuth_sin).atan2(f0.cos() * c.cos() - f0.sin() * c.sin() * azimuth_cos);
        [longitude.to_degrees(), latitude.to_degrees()]
    }

    /// West, south, east, north: of the features called `extent`, or of all.
    pub fn bounds(features: &[Feature]) -> Option<[f64; 4]> {
        let extent = |f: &&Feature| f.props.get("kind").is_some_and(|k| k == "extent");
        let named: Vec<LonLat> = features.iter().filter(extent).flat_map(|f| f.shape.positions()).collect();
        let all = if named.is_empty() {
            features.iter().flat_map(|f| f.shape.positions()).collect()
        } else {
            named
        };
        let first = *all.first()?;
        let grow = |b: [f64; 4], p: &LonLat| [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])];
        Some(all.iter().fold([first[0], first[1], first[0], first[1]], grow))
    }

    /// The middle of the features.
    pub fn middle_of(features: &[Feature]) -> Option<LonLat> {
        Self::bounds(features).map(|b| [(b[0] + b[2]) / 2.0, (b[1] + b[3]) / 2.0])
    }

    /// A scale the features themselves state (`hex_metres` of an extent).
    pub fn stated_scale(features: &[Feature]) -> Option<f64> {
        let stated = features.iter().find_map(|f| f.props.get("hex_metres"));
        stated.and_then(|s| s.parse().ok()).filter(|m: &f64| *m >= 1.0)
    }

    /// Columns and rows that just hold the features at this scale.
    pub fn fit(&self, features: &[Feature]) -> Option<(u16, u16)> {
        let b = Self::bounds(features)?;
        let corners = [[b[0], b[1]], [b[0], b[3]], [b[2], b[1]], [b[2], b[3]]];
        let mid_sides = [[(b[0] + b[2]) / 2.0, b[1]], [(b[0] + b[2]) / 2.0, b[3]]];
        let shape = Shape::Points(corners.into_iter().chain(mid_sides).collect());
        let at: Vec<Pos> = shape.positions().map(|p| self.place(p)).collect();
        let span = |f: fn(&Pos) -> f32| {
            let (low, high) = at.iter().map(f).fold((f32::MAX, f32::MIN), |(l, h), v| (l.min(v), h.max(v)));
            high - low
        };
        let (wide, high) = (span(|p| p.x), span(|p| p.y));
        let (across, down) = match self.grid.orientation {
            Orientation::PointyTop => (SQRT3 as f32, 1.5),
            Orientation::FlatTop => (1.5, SQRT3 as f32),
        };
        let count = |v: f32, step: f32| (v / step).ceil().clamp(1.0, 2000.0) as u16;
        Some((count(wide, across), count(high, down)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Numbering, Shove};

    #[test]
    fn a_point_of_the_sheet_is_found_on_the_globe_and_back() {
        let numbering = Numbering::default();
        let grid =
            Grid { orientation: Orientation::FlatTop, shove: Shove::Odd, cols: 30, rows: 20, numbering };
        for rotate in [0.0, 35.0, -120.0] {
            let frame = Frame { grid, hex_m: 22_500.0, middle: [14.5, 50.8], rotate };
            for at in [Pos::new(0.0, 0.0), Pos::new(12.0, 30.0), Layout::new(grid).sheet_rect().center()] {
                let back = frame.place(frame.position(at));
                assert!((back - at).length() < 1e-2, "{rotate}: {at:?} {back:?}");
            }
        }
    }
}
