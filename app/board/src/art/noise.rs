//! Repeatable random numbers, seeded by place and never by time, so that a map always looks the same.

use engine::hex::{Edge, Hex};

/// A small random number generator.
#[derive(Clone, Copy, Debug)]
pub struct Noise(u64);

impl Noise {
    fn seeded(a: u64, b: u64) -> Self {
        let mut n = Self(a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
        n.next();
        n
    }

    /// For a hex; `salt` keeps different marks apart.
    pub fn of_hex(hex: Hex, salt: u64) -> Self {
        let key = (u64::from(hex.q as u16) << 16) | u64::from(hex.r as u16);
        Self::seeded(key + 1, salt + 1)
    }

    pub fn of_edge(edge: Edge, salt: u64) -> Self {
        let (hex, dir) = edge.stored_key();
        Self::of_hex(hex, salt * 8 + u64::from(dir.0) + 100)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn range(&mut self, lo: f32, hi: f32) -> f32 {
        lo + (hi - lo) * self.unit()
    }
}
