//! All colours. Colour never carries a meaning alone: each army also has a pattern and a letter.

/// A colour with straight (not premultiplied) alpha.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgba {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

impl Rgba {
    pub const fn hex(rgb: u32) -> Self {
        Self { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8, a: 255 }
    }

    /// The same colour, `share` (0 to 1) opaque.
    pub fn alpha(self, share: f32) -> Self {
        Self { a: (f32::from(self.a) * share.clamp(0.0, 1.0)).round() as u8, ..self }
    }

    /// Mixed with `share` (0 to 1) of `other`.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let m = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self { r: m(self.r, other.r), g: m(self.g, other.g), b: m(self.b, other.b), a: m(self.a, other.a) }
    }

    /// Perceived lightness, 0 to 1.
    pub fn luma(self) -> f32 {
        (0.299 * f32::from(self.r) + 0.587 * f32::from(self.g) + 0.114 * f32::from(self.b)) / 255.0
    }

    pub fn grey(self) -> Self {
        let v = (self.luma() * 255.0).round() as u8;
        Self { r: v, g: v, b: v, a: self.a }
    }

    /// Lighter and with half its saturation, for high contrast.
    pub fn pale(self) -> Self {
        self.mix(self.grey(), 0.5).mix(WHITE, 0.35)
    }

    /// `#RRGGBB`, without alpha.
    pub fn css(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.r, self.g, self.b)
    }
}

impl From<Rgba> for egui::Color32 {
    fn from(c: Rgba) -> Self {
        Self::from_rgba_unmultiplied(c.r, c.g, c.b, c.a)
    }
}

pub const WHITE: Rgba = Rgba::hex(0xFFFFFF);

/// Colours of the interface in one theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    pub window: Rgba,
    pub panel: Rgba,
    pub card: Rgba,
    pub sunk: Rgba,
    pub desk: Rgba,
    pub line: Rgba,
    pub line2: Rgba,
    pub text: Rgba,
    pub muted: Rgba,
    pub accent: Rgba,
    pub accent_t: Rgba,
    pub accent_weak: Rgba,
    pub danger: Rgba,
    pub danger_weak: Rgba,
    pub ok: Rgba,
    pub ok_weak: Rgba,
    pub warn: Rgba,
    pub warn_weak: Rgba,
    pub rule: Rgba,
}

pub const LIGHT: Theme = Theme {
    window: Rgba::hex(0xE9E1CF),
    panel: Rgba::hex(0xF6F1E5),
    card: Rgba::hex(0xFFFDF8),
    sunk: Rgba::hex(0xEFE7D6),
    desk: Rgba::hex(0xCFC4AB),
    line: Rgba::hex(0xCDBF9F),
    line2: Rgba::hex(0xA8977A),
    text: Rgba::hex(0x2A231C),
    muted: Rgba::hex(0x655743),
    accent: Rgba::hex(0x1F4E79),
    accent_t: Rgba::hex(0xFFFFFF),
    accent_weak: Rgba::hex(0xDBE5EC),
    danger: Rgba::hex(0x9E2A1F),
    danger_weak: Rgba::hex(0xF4DED7),
    ok: Rgba::hex(0x2B6441),
    ok_weak: Rgba::hex(0xDCE8DA),
    warn: Rgba::hex(0x805000),
    warn_weak: Rgba::hex(0xF6E6C2),
    rule: Rgba::hex(0x6B3A12),
};

pub const DARK: Theme = Theme {
    window: Rgba::hex(0x171614),
    panel: Rgba::hex(0x211F1C),
    card: Rgba::hex(0x2B2825),
    sunk: Rgba::hex(0x1B1917),
    desk: Rgba::hex(0x12110F),
    line: Rgba::hex(0x433E37),
    line2: Rgba::hex(0x6A6256),
    text: Rgba::hex(0xEFE7D8),
    muted: Rgba::hex(0xB5A992),
    accent: Rgba::hex(0x8FB8DE),
    accent_t: Rgba::hex(0x10202F),
    accent_weak: Rgba::hex(0x26384A),
    danger: Rgba::hex(0xF2958A),
    danger_weak: Rgba::hex(0x4A2722),
    ok: Rgba::hex(0x8ECBA0),
    ok_weak: Rgba::hex(0x24382B),
    warn: Rgba::hex(0xE9BB67),
    warn_weak: Rgba::hex(0x43351A),
    rule: Rgba::hex(0xE3B27C),
};

/// High contrast on a light ground: no greys, every edge in the text colour.
pub const LIGHT_HIGH: Theme = Theme {
    window: Rgba::hex(0xFFFFFF),
    panel: Rgba::hex(0xFFFFFE),
    card: Rgba::hex(0xFFFFFF),
    sunk: Rgba::hex(0xF0F0F0),
    desk: Rgba::hex(0x8C8C8C),
    line: Rgba::hex(0x000000),
    line2: Rgba::hex(0x000000),
    text: Rgba::hex(0x000000),
    muted: Rgba::hex(0x000000),
    accent: Rgba::hex(0x003A75),
    accent_t: Rgba::hex(0xFFFFFF),
    accent_weak: Rgba::hex(0xCFE3F7),
    danger: Rgba::hex(0x8B0000),
    danger_weak: Rgba::hex(0xFFE0DC),
    ok: Rgba::hex(0x00501F),
    ok_weak: Rgba::hex(0xD5F0DC),
    warn: Rgba::hex(0x5A3600),
    warn_weak: Rgba::hex(0xFFEEC2),
    rule: Rgba::hex(0x4A2300),
};

/// High contrast on a dark ground.
pub const DARK_HIGH: Theme = Theme {
    window: Rgba::hex(0x000000),
    panel: Rgba::hex(0x000001),
    card: Rgba::hex(0x000000),
    sunk: Rgba::hex(0x1A1A1A),
    desk: Rgba::hex(0x000000),
    line: Rgba::hex(0xFFFFFF),
    line2: Rgba::hex(0xFFFFFF),
    text: Rgba::hex(0xFFFFFF),
    muted: Rgba::hex(0xFFFFFF),
    accent: Rgba::hex(0x9CD0FF),
    accent_t: Rgba::hex(0x000000),
    accent_weak: Rgba::hex(0x00325C),
    danger: Rgba::hex(0xFFB0A6),
    danger_weak: Rgba::hex(0x5C0A00),
    ok: Rgba::hex(0x9BF0B4),
    ok_weak: Rgba::hex(0x003D17),
    warn: Rgba::hex(0xFFD27A),
    warn_weak: Rgba::hex(0x4D3000),
    rule: Rgba::hex(0xFFC48A),
};

/// The theme by its two switches.
pub fn theme(dark: bool, high_contrast: bool) -> &'static Theme {
    match (dark, high_contrast) {
        (false, false) => &LIGHT,
        (true, false) => &DARK,
        (false, true) => &LIGHT_HIGH,
        (true, true) => &DARK_HIGH,
    }
}

/// The theme of an egui style, recognised by its panel colour.
pub fn theme_of_visuals(visuals: &egui::Visuals) -> &'static Theme {
    theme(visuals.dark_mode, is_high_contrast(visuals))
}

/// Whether an egui style is one of high contrast.
pub fn is_high_contrast(visuals: &egui::Visuals) -> bool {
    visuals.panel_fill == egui::Color32::from(theme(visuals.dark_mode, true).panel)
}

// Paper and ink.
pub const PAPER: Rgba = Rgba::hex(0xF3EAD6);
pub const PAPER2: Rgba = Rgba::hex(0xE7DABD);
pub const INK: Rgba = Rgba::hex(0x2B2118);
pub const INK2: Rgba = Rgba::hex(0x5B4733);
pub const INK3: Rgba = Rgba::hex(0x8A7659);
pub const HACH: Rgba = Rgba::hex(0x5A4128);
pub const WINK: Rgba = Rgba::hex(0x2C5468);
pub const BORDER: Rgba = Rgba::hex(0x8E2F5C);
pub const NUMBER: Rgba = Rgba::hex(0x513F2E);
pub const SNOW: Rgba = Rgba::hex(0xF1F1EC);
pub const ICE: Rgba = Rgba::hex(0xD9E4E6);

// Washes.
pub const WL: Rgba = Rgba::hex(0xD3DAB0);
pub const WH: Rgba = Rgba::hex(0xB3C08C);
/// Washes of the levels 0 to 4.
pub const LEVELS: [Rgba; 5] =
    [PAPER, Rgba::hex(0xEBDCBB), Rgba::hex(0xE1CBA0), Rgba::hex(0xD5B985), Rgba::hex(0xC7A56B)];
pub const TOWN: Rgba = Rgba::hex(0xEAD5BE);
pub const MARSH: Rgba = Rgba::hex(0xD9DFC6);
pub const POND: Rgba = Rgba::hex(0xB4D0D3);
pub const LAKE: Rgba = Rgba::hex(0xA6C7CE);
pub const SEA: Rgba = Rgba::hex(0x93B8C4);
pub const HEATH: Rgba = Rgba::hex(0xE6D8BE);
pub const ROUGH: Rgba = Rgba::hex(0xE0CFAE);
pub const MTN: Rgba = Rgba::hex(0xD3BD97);
pub const WATER: Rgba = Rgba::hex(0xA9CBD3);

// Marks.
pub const TREE: Rgba = Rgba::hex(0x7F9459);
pub const TREEH: Rgba = Rgba::hex(0x667D45);
pub const TREESH: Rgba = Rgba::hex(0x3D4A2B);
pub const TREELIGHT: Rgba = Rgba::hex(0xE6ECC8);
pub const BLOCK: Rgba = Rgba::hex(0xB5583F);
pub const BLOCKD: Rgba = Rgba::hex(0x8C3A28);
pub const RIDGE: Rgba = Rgba::hex(0xE3A58F);
pub const MARSHI: Rgba = Rgba::hex(0x3F6B6A);
pub const HEATHI: Rgba = Rgba::hex(0x7A5A63);
pub const ROUGHI: Rgba = Rgba::hex(0x6E5A44);
pub const MTNI: Rgba = Rgba::hex(0x4E3A26);
pub const MTNSHADE: Rgba = Rgba::hex(0xAE9877);

// Hexsides and roads.
pub const ROAD: Rgba = Rgba::hex(0xF8F0DC);
pub const ROADC: Rgba = Rgba::hex(0x6B5337);
pub const MINOR: Rgba = Rgba::hex(0x7A6244);
pub const WALL: Rgba = Rgba::hex(0x4A4038);
pub const WALLFILL: Rgba = Rgba::hex(0xCFC3AE);
pub const ENT: Rgba = Rgba::hex(0x6B4526);

// Names.
pub const WOODNAME: Rgba = Rgba::hex(0x2F3B1E);
pub const MARSHNAME: Rgba = Rgba::hex(0x234B4A);
pub const HEATHNAME: Rgba = Rgba::hex(0x5E4049);

// States and overlays.
pub const SELECTED: Rgba = Rgba::hex(0xE3A008);
pub const TARGET: Rgba = Rgba::hex(0xC2341D);
pub const TARGETTEXT: Rgba = Rgba::hex(0x8A2415);
pub const REACH: Rgba = Rgba::hex(0x1D6FA5);
pub const MARKINK: Rgba = Rgba::hex(0x1F1A16);
pub const ZOC: Rgba = Rgba::hex(0x8E2F5C);
pub const COMMAND: Rgba = Rgba::hex(0x1C7A55);
pub const OOC: Rgba = Rgba::hex(0x6A3FA0);
pub const UNSUPPLIED: Rgba = Rgba::hex(0xA3271D);
pub const DISORDERED: Rgba = Rgba::hex(0xA46000);
pub const SHAKEN: Rgba = Rgba::hex(0x7A5C00);
pub const PANICKED: Rgba = Rgba::hex(0xB32D18);
pub const ROUTED: Rgba = Rgba::hex(0x5B2A86);
pub const GOLD: Rgba = Rgba::hex(0xE3B64A);
pub const TAGCARD: Rgba = Rgba::hex(0xFFFDF8);

/// Wing bands by number; higher numbers start again.
pub const BANDS: [Rgba; 8] = [
    Rgba::hex(0xB5583F),
    Rgba::hex(0x3E7E4E),
    Rgba::hex(0xC98A1B),
    Rgba::hex(0x4C86BE),
    Rgba::hex(0x7B4C9A),
    Rgba::hex(0xD9B44A),
    Rgba::hex(0x5E5A52),
    Rgba::hex(0xC77FA0),
];

/// How an army's stripe is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stripe {
    Solid,
    /// The lower part in this colour.
    Over(Rgba),
    /// The middle third in this colour.
    Triple(Rgba),
    /// Lozenges of this colour on the stripe.
    Lozenges(Rgba),
}

/// The pattern of the stripe in black and white.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MonoStripe {
    Black,
    Empty,
    WideDiagonal,
    CloseDiagonal,
    Level,
    Cross,
    Dots,
    Upright,
}

/// An army's colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Army {
    pub name: &'static str,
    pub letter: char,
    pub fill: Rgba,
    pub stripe: Rgba,
    pub text: Rgba,
    pub edge: Rgba,
    pub pattern: Stripe,
    pub mono: MonoStripe,
    /// Numerals of a reduced unit.
    pub reduced: Rgba,
}

const ON_DARK: Rgba = Rgba::hex(0xFFCCC4);
const ON_LIGHT: Rgba = Rgba::hex(0x8C120C);

macro_rules! army {
    ($name:literal, $letter:literal, $fill:literal, $stripe:literal, $text:literal, $edge:literal,
     $pattern:expr, $mono:ident, $reduced:ident) => {
        Army {
            name: $name,
            letter: $letter,
            fill: Rgba::hex($fill),
            stripe: Rgba::hex($stripe),
            text: Rgba::hex($text),
            edge: Rgba::hex($edge),
            pattern: $pattern,
            mono: MonoStripe::$mono,
            reduced: $reduced,
        }
    };
}

const LINEN: Rgba = Rgba::hex(0xF4EEDF);

/// All armies the palette knows.
pub static ARMIES: [Army; 12] = [
    army!("prussian", 'P', 0x23426E, 0xF4EEDF, 0xFFFFFF, 0x14284A, Stripe::Over(MARKINK), Black, ON_DARK),
    army!("austrian", 'A', 0xF7F3E9, 0xB02A22, 0x1F1A16, 0x8D8169, Stripe::Solid, Empty, ON_LIGHT),
    army!(
        "saxon",
        'S',
        0xBDBBB4,
        0x2E6A40,
        0x1B1815,
        0x77746B,
        Stripe::Triple(LINEN),
        WideDiagonal,
        ON_LIGHT
    ),
    army!("russian", 'R', 0x2D5A3D, 0xD8503F, 0xFFFFFF, 0x193824, Stripe::Solid, CloseDiagonal, ON_DARK),
    army!(
        "french",
        'F',
        0xF2F3F4,
        0x2A579C,
        0x1B3F7C,
        0x7D8CA6,
        Stripe::Triple(Rgba::hex(0xF2F3F4)),
        Level,
        ON_LIGHT
    ),
    army!("hanoverian", 'H', 0xA42F28, 0xF2D27E, 0xFFFFFF, 0x6C1A15, Stripe::Solid, Cross, ON_DARK),
    army!(
        "hessian",
        'K',
        0x3C6E9F,
        0xF1C84B,
        0xFFFFFF,
        0x234A70,
        Stripe::Over(Rgba::hex(0x234A70)),
        Dots,
        ON_DARK
    ),
    army!(
        "bavarian",
        'B',
        0xA9C9E6,
        0xFFFFFF,
        0x13243A,
        0x5E84A8,
        Stripe::Lozenges(Rgba::hex(0x4C86BE)),
        Upright,
        ON_LIGHT
    ),
    army!(
        "reich",
        'E',
        0xD6BB8B,
        0x2A2118,
        0x1F1812,
        0x8F7546,
        Stripe::Triple(Rgba::hex(0xE0B23C)),
        WideDiagonal,
        ON_LIGHT
    ),
    army!("hungarian", 'U', 0xCBD9B4, 0x8E1F2B, 0x1C2114, 0x7D8F62, Stripe::Triple(LINEN), Dots, ON_LIGHT),
    army!(
        "swedish",
        'W',
        0xEBCB57,
        0x1E4F8E,
        0x16223A,
        0xA2852A,
        Stripe::Triple(Rgba::hex(0xEBCB57)),
        Cross,
        ON_LIGHT
    ),
    army!(
        "mercenary",
        'M',
        0x5C4A6E,
        0xE9D8A6,
        0xFFFFFF,
        0x392D47,
        Stripe::Triple(Rgba::hex(0x5C4A6E)),
        Upright,
        ON_DARK
    ),
];

/// The army of unknown names: grey, with a question mark.
pub static NO_ARMY: Army =
    army!("", '?', 0xD9D5CC, 0x7A756B, 0x1F1A16, 0x8A8578, Stripe::Solid, Empty, ON_LIGHT);

/// The army of that name, in any case; [`NO_ARMY`] for unknown names.
pub fn army(name: &str) -> &'static Army {
    let known = match name.to_ascii_lowercase().as_str() {
        "british" => "hanoverian",
        "brunswick" => "hessian",
        "imperial" => "reich",
        other => return ARMIES.iter().find(|a| a.name == other).unwrap_or(&NO_ARMY),
    };
    ARMIES.iter().find(|a| a.name == known).unwrap_or(&NO_ARMY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(a: Rgba, b: Rgba) -> f32 {
        let lin = |v: u8| {
            let v = f32::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        let l = |c: Rgba| 0.2126 * lin(c.r) + 0.7152 * lin(c.g) + 0.0722 * lin(c.b);
        let (x, y) = (l(a), l(b));
        (x.max(y) + 0.05) / (x.min(y) + 0.05)
    }

    #[test]
    fn numbers_can_be_read_on_every_army() {
        for a in &ARMIES {
            assert!(contrast(a.text, a.fill) >= 4.5, "{}", a.name);
            assert!(contrast(a.reduced, a.fill) >= 3.0, "{}", a.name);
            assert_eq!(army(a.name), a);
        }
        assert_eq!(army("martian").letter, '?');
        for t in [LIGHT, DARK] {
            assert!(contrast(t.text, t.panel) >= 4.5 && contrast(t.muted, t.panel) >= 4.5);
        }
        // High contrast asks for 7 (WCAG AAA) for every ink on every ground it stands on.
        for t in [LIGHT_HIGH, DARK_HIGH] {
            for ink in [t.text, t.muted, t.accent, t.danger, t.ok, t.warn, t.rule, t.line, t.line2] {
                assert!([t.window, t.panel, t.card].iter().all(|g| contrast(ink, *g) >= 7.0), "{ink:?}");
            }
            for (ink, ground) in [
                (t.accent_t, t.accent),
                (t.text, t.accent_weak),
                (t.danger, t.danger_weak),
                (t.ok, t.ok_weak),
                (t.warn, t.warn_weak),
                (t.text, t.sunk),
            ] {
                assert!(contrast(ink, ground) >= 7.0, "{ink:?} on {ground:?}");
            }
        }
    }
}
