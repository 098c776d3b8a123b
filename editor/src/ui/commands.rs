//! Everything that can be asked for by name, in one list: menus, keys, the sheet of shortcuts and
//! the action search are made from it.

use super::imports::Other;
use super::tab::{Dock, Tab};
use crate::core::ToolKind;
use crate::words;
use egui::{Context, Key, KeyboardShortcut, Modifiers};

/// What can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    New,
    Open,
    Save,
    SaveAs,
    /// Older versions of the file.
    Older,
    /// What a sudden end of the program left.
    LeftOver,
    Close,
    NextDocument,
    Home,
    Play,
    Print,
    /// Imports and exports.
    Other(super::imports::Other),
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    /// One of the parts copied before; 0 is the latest.
    Part(u8),
    TurnRight,
    TurnLeft,
    Mirror,
    SelectAll,
    ChooseAll,
    Duplicate,
    Delete,
    ClearHexes,
    CropToHexes,
    /// With the brush's terrain.
    PaintHexes,
    /// A new area of the chosen hexes.
    AreaOfHexes,
    /// The hexes of the area in hand are chosen.
    HexesOfArea,
    Resize,
    Drop,
    Flip,
    /// The ground under the pointer or of the chosen hexes, else of the brush.
    TurnGround,
    SmallerBrush,
    LargerBrush,
    TurnName(i8),
    Tool(ToolKind),
    Layer(Layer),
    Page(Dock),
    Panel(Side),
    SwapPanels,
    WholeMap,
    ZoomIn,
    ZoomOut,
    LargerInterface,
    SmallerInterface,
    UsualInterface,
    Theme,
    Settings,
    Shortcuts,
    Search,
}

/// A layer of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    Grid,
    Numbers,
    Counters,
    Areas,
    Problems,
}

/// A panel that can be hidden.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    Palette,
    Dock,
    History,
}

/// Where a command is found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Menu {
    File,
    Edit,
    Map,
    Tools,
    View,
    Help,
}

impl Menu {
    pub const SHOWN: [Self; 6] = [Self::File, Self::Edit, Self::Map, Self::Tools, Self::View, Self::Help];
}

/// A thing that can be asked for: where it is found, and by which keys.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub act: Act,
    pub menu: Menu,
    /// A line is drawn between groups.
    pub group: u8,
    pub keys: &'static [KeyboardShortcut],
}

impl Command {
    pub fn name(&self) -> &'static str {
        words::commands::act(self.act).0
    }

    pub fn help(&self) -> &'static str {
        words::commands::act(self.act).1
    }

    /// Its first key in words; empty without one.
    pub fn key(&self, ctx: &Context) -> String {
        match (self.act, self.keys.first()) {
            (Act::Tool(kind), _) => words::tool(kind).1.to_owned(),
            (_, Some(k)) => words::commands::key(&ctx.format_shortcut(k)),
            (_, None) => String::new(),
        }
    }
}

impl Command {
    /// All its keys in words: `Ctrl+Y or Ctrl+Shift+Z`.
    pub fn all_keys(&self, ctx: &Context) -> String {
        let more = self.keys.iter().skip(1).map(|k| words::commands::key(&ctx.format_shortcut(k)));
        std::iter::once(self.key(ctx)).chain(more).filter(|k| !k.is_empty()).collect::<Vec<_>>().join(" or ")
    }
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers { shift: true, ..Modifiers::COMMAND }, key)
}

const fn c(menu: Menu, group: u8, act: Act, keys: &'static [KeyboardShortcut]) -> Command {
    Command { act, menu, group, keys }
}

/// All but the tools.
const LIST: &[Command] = &[
    c(Menu::File, 0, Act::New, &[ctrl(Key::N)]),
    c(Menu::File, 0, Act::Open, &[ctrl(Key::O)]),
    c(Menu::File, 1, Act::Save, &[ctrl(Key::S)]),
    c(Menu::File, 1, Act::SaveAs, &[ctrl_shift(Key::S)]),
    c(Menu::File, 1, Act::Older, &[]),
    c(Menu::File, 1, Act::LeftOver, &[]),
    c(Menu::File, 2, Act::Play, &[plain(Key::F5)]),
    c(Menu::File, 2, Act::Print, &[ctrl(Key::P)]),
    c(Menu::File, 3, Act::Other(Other::Geography), &[]),
    c(Menu::File, 3, Act::Other(Other::TableIn), &[]),
    c(Menu::File, 3, Act::Other(Other::TableOut), &[]),
    c(Menu::File, 3, Act::Other(Other::Picture), &[]),
    c(Menu::File, 4, Act::NextDocument, &[KeyboardShortcut::new(Modifiers::CTRL, Key::Tab)]),
    c(Menu::File, 4, Act::Close, &[ctrl(Key::W)]),
    c(Menu::File, 4, Act::Home, &[]),
    c(Menu::Edit, 0, Act::Undo, &[ctrl(Key::Z)]),
    c(Menu::Edit, 0, Act::Redo, &[ctrl(Key::Y), ctrl_shift(Key::Z)]),
    c(Menu::Edit, 1, Act::Cut, &[ctrl(Key::X)]),
    c(Menu::Edit, 1, Act::Copy, &[ctrl(Key::C)]),
    c(Menu::Edit, 1, Act::Paste, &[ctrl(Key::V)]),
    c(Menu::Edit, 1, Act::TurnRight, &[]),
    c(Menu::Edit, 1, Act::TurnLeft, &[]),
    c(Menu::Edit, 1, Act::Mirror, &[]),
    c(Menu::Edit, 2, Act::SelectAll, &[ctrl(Key::A)]),
    c(Menu::Edit, 2, Act::ChooseAll, &[ctrl_shift(Key::A)]),
    c(Menu::Edit, 2, Act::Duplicate, &[ctrl(Key::D)]),
    c(Menu::Edit, 2, Act::Delete, &[plain(Key::Delete), plain(Key::Backspace)]),
    c(Menu::Edit, 2, Act::Drop, &[plain(Key::Escape)]),
    c(Menu::Map, 0, Act::Resize, &[]),
    c(Menu::Map, 0, Act::CropToHexes, &[]),
    c(Menu::Map, 1, Act::ClearHexes, &[ctrl(Key::Delete)]),
    c(Menu::Map, 1, Act::PaintHexes, &[]),
    c(Menu::Map, 1, Act::AreaOfHexes, &[]),
    c(Menu::Map, 1, Act::HexesOfArea, &[]),
    c(Menu::Map, 2, Act::Flip, &[plain(Key::X)]),
    c(Menu::Map, 2, Act::TurnGround, &[KeyboardShortcut::new(Modifiers::SHIFT, Key::R)]),
    c(Menu::Map, 2, Act::SmallerBrush, &[plain(Key::OpenBracket)]),
    c(Menu::Map, 2, Act::LargerBrush, &[plain(Key::CloseBracket)]),
    c(Menu::Map, 3, Act::TurnName(-15), &[plain(Key::Comma)]),
    c(Menu::Map, 3, Act::TurnName(15), &[plain(Key::Period)]),
    c(Menu::View, 0, Act::Layer(Layer::Grid), &[]),
    c(Menu::View, 0, Act::Layer(Layer::Numbers), &[]),
    c(Menu::View, 0, Act::Layer(Layer::Counters), &[]),
    c(Menu::View, 0, Act::Layer(Layer::Areas), &[]),
    c(Menu::View, 0, Act::Layer(Layer::Problems), &[]),
    c(Menu::View, 1, Act::WholeMap, &[plain(Key::Home)]),
    c(Menu::View, 1, Act::ZoomIn, &[plain(Key::Plus), plain(Key::Equals)]),
    c(Menu::View, 1, Act::ZoomOut, &[plain(Key::Minus)]),
    c(Menu::View, 2, Act::Panel(Side::Palette), &[plain(Key::F6)]),
    c(Menu::View, 2, Act::Panel(Side::Dock), &[plain(Key::F7)]),
    c(Menu::View, 2, Act::Panel(Side::History), &[plain(Key::F8)]),
    c(Menu::View, 2, Act::SwapPanels, &[]),
    c(Menu::View, 3, Act::Page(Dock::Forces), &[ctrl(Key::Num1)]),
    c(Menu::View, 3, Act::Page(Dock::Schedule), &[ctrl(Key::Num2)]),
    c(Menu::View, 3, Act::Page(Dock::Victory), &[ctrl(Key::Num3)]),
    c(Menu::View, 3, Act::Page(Dock::Rules), &[ctrl(Key::Num4)]),
    c(Menu::View, 3, Act::Page(Dock::Scenario), &[ctrl(Key::Num5)]),
    c(Menu::View, 3, Act::Page(Dock::Problems), &[ctrl(Key::Num6)]),
    c(Menu::View, 4, Act::LargerInterface, &[]),
    c(Menu::View, 4, Act::SmallerInterface, &[]),
    c(Menu::View, 4, Act::UsualInterface, &[]),
    c(Menu::View, 4, Act::Theme, &[]),
    c(Menu::Help, 0, Act::Search, &[ctrl_shift(Key::P)]),
    c(Menu::Help, 0, Act::Shortcuts, &[plain(Key::F1)]),
    c(Menu::Help, 1, Act::Settings, &[]),
];

/// Every command, tools among them.
pub fn all() -> Vec<Command> {
    let tool = |kind| Command { act: Act::Tool(kind), menu: Menu::Tools, group: 0, keys: &[] };
    LIST.iter().copied().chain(ToolKind::ALL.map(tool)).collect()
}

/// The key of something, for tooltips: ` (Ctrl+S)`, or nothing.
pub fn key_of(ctx: &Context, act: Act) -> String {
    let found = all().into_iter().find(|c| c.act == act).map(|c| c.key(ctx)).unwrap_or_default();
    if found.is_empty() { found } else { format!(" ({found})") }
}

/// What it stands for is switched on.
pub fn on(act: Act, tab: Option<&Tab>, panels: &super::panels::Panels) -> Option<bool> {
    match act {
        Act::Layer(l) => tab.map(|t| *t.shown.layer_ref(l)),
        Act::Panel(side) => Some(panels.shown(side)),
        Act::SwapPanels => Some(panels.swapped),
        Act::Tool(kind) => tab.map(|t| t.tools.kind == kind),
        _ => None,
    }
}

/// It can be done here and now.
pub fn enabled(act: Act, tab: Option<&Tab>, copied: bool, documents: usize) -> bool {
    let Some(tab) = tab else {
        return matches!(
            act,
            Act::New
                | Act::Open
                | Act::LeftOver
                | Act::Other(Other::Geography)
                | Act::Home
                | Act::Search
                | Act::Shortcuts
                | Act::Settings
                | Act::Theme
                | Act::LargerInterface
                | Act::SmallerInterface
                | Act::UsualInterface
        );
    };
    let chosen = !tab.tools.area.is_empty();
    let pieces = !tab.tools.selection.is_empty();
    let editable = tab.editable();
    match act {
        Act::Undo => editable && tab.document.can_undo(),
        Act::Redo => editable && tab.document.can_redo(),
        Act::Copy => chosen || pieces,
        Act::Cut => editable && (chosen || pieces),
        Act::Paste | Act::Part(_) | Act::Tool(ToolKind::Stamp) => editable && copied,
        Act::TurnRight | Act::TurnLeft | Act::Mirror => tab.tools.stamp.is_some(),
        Act::Duplicate => editable && pieces,
        Act::Delete => editable && (pieces || tab.label.is_some()),
        Act::ClearHexes | Act::CropToHexes | Act::PaintHexes | Act::AreaOfHexes => editable && chosen,
        Act::HexesOfArea => tab.doc().map.region(&tab.tools.region).is_some_and(|r| !r.hexes.is_empty()),
        Act::TurnName(_) => editable && tab.label.is_some(),
        Act::Resize | Act::Flip | Act::TurnGround | Act::SmallerBrush | Act::LargerBrush | Act::Tool(_) => {
            editable
        }
        Act::Other(Other::TableIn | Other::Picture) => editable,
        Act::NextDocument => documents > 1,
        Act::Older => tab.document.path().is_some(),
        _ => true,
    }
}

/// A text is being typed: letters are letters, not tools.
fn typing(ctx: &Context) -> bool {
    let focused = ctx.memory(egui::Memory::focused);
    focused.is_some_and(|id| egui::TextEdit::load_state(ctx, id).is_some())
}

/// Works also while a text is typed.
fn always(act: Act) -> bool {
    matches!(
        act,
        Act::New
            | Act::Open
            | Act::Save
            | Act::SaveAs
            | Act::Close
            | Act::NextDocument
            | Act::Play
            | Act::Print
            | Act::Search
            | Act::Shortcuts
            | Act::Page(_)
            | Act::Panel(_)
    )
}

/// Keys of the parts copied before, while one is in the hand.
const NUMBERS: [Key; super::hand::PARTS] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// What the keys of this frame ask for.
pub fn pressed(ctx: &Context, tab: Option<&Tab>) -> Vec<Act> {
    let typing = typing(ctx);
    let mut out = Vec::new();
    let stamping = tab.is_some_and(|t| t.tools.kind == ToolKind::Stamp);
    if stamping && !typing {
        // What is in the hand is turned; the tools of these letters wait.
        let hit = |m, k| ctx.input_mut(|i| i.consume_key(m, k));
        if hit(Modifiers::SHIFT, Key::R) {
            out.push(Act::TurnLeft);
        }
        if hit(Modifiers::NONE, Key::R) {
            out.push(Act::TurnRight);
        }
        if hit(Modifiers::NONE, Key::M) {
            out.push(Act::Mirror);
        }
        for (n, key) in NUMBERS.into_iter().enumerate() {
            if hit(Modifiers::NONE, key) {
                out.push(Act::Part(n as u8));
            }
        }
    }
    let mut keys: Vec<(KeyboardShortcut, Act)> =
        LIST.iter().flat_map(|c| c.keys.iter().map(|k| (*k, c.act))).collect();
    let tool = |kind| Key::from_name(words::tool(kind).1).map(|k| (plain(k), Act::Tool(kind)));
    keys.extend(ToolKind::ALL.into_iter().filter_map(tool));
    // An open menu is closed by Escape, and nothing else is dropped with it.
    if egui::Popup::is_any_open(ctx) {
        keys.retain(|(_, act)| *act != Act::Drop);
    }
    // Those with more keys held first: Ctrl+S is part of Ctrl+Shift+S.
    keys.sort_by_key(|(k, _)| !k.modifiers.shift);
    for (key, act) in keys {
        if (!typing || always(act)) && ctx.input_mut(|i| i.consume_shortcut(&key)) {
            out.push(act);
        }
    }
    if !typing {
        out.extend(clipboard(ctx));
    }
    if out.contains(&Act::Drop) {
        super::pick::stop(ctx);
    }
    out
}

/// The desktop's own words for copying and pasting, where they come instead of keys.
fn clipboard(ctx: &Context) -> Option<Act> {
    ctx.input(|i| {
        i.events.iter().find_map(|e| match e {
            egui::Event::Copy => Some(Act::Copy),
            egui::Event::Cut => Some(Act::Cut),
            egui::Event::Paste(_) => Some(Act::Paste),
            _ => None,
        })
    })
}

/// How near words searched for come to a name and what is said of it: 0 is nearest, none if one of them is missing.
pub fn score(text: &str, name: &str, said: &str) -> Option<u32> {
    let (name, said) = (name.to_lowercase(), said.to_lowercase());
    let part = |w: String| {
        if name.split(|c: char| !c.is_alphanumeric()).any(|n| n.starts_with(&w)) {
            Some(0u32)
        } else if name.contains(&w) {
            Some(1)
        } else {
            said.contains(&w).then_some(3)
        }
    };
    text.split_whitespace().map(str::to_lowercase).map(part).sum()
}
