//! All commands in one list: menus, keys, the sheet of shortcuts and
//! the command search are made from it.

use super::imports::ImportExport;
use super::tab::{Dock, Tab};
use crate::tools::ToolKind;
use egui::{Context, Id, Key, KeyboardShortcut, Modifiers};
use engine::scenario::FacingUse;

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditorAction {
    New,
    Open,
    Save,
    SaveAs,
    /// Older versions of the file.
    Older,
    /// Documents recovered after a crash.
    LeftOver,
    Close,
    NextDocument,
    Home,
    Play,
    Print,
    /// Imports and exports.
    Other(super::imports::ImportExport),
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
    /// Makes an area from the selected hexes.
    AreaOfHexes,
    /// Selects the hexes of the current area.
    HexesOfArea,
    Resize,
    /// Renumbers the hexes.
    Renumber,
    Drop,
    Flip,
    /// Rotates the ground under the pointer or of the selected hexes, else of the brush.
    TurnGround,
    SmallerBrush,
    LargerBrush,
    TurnName(i8),
    Tool(ToolKind),
    Layer(Layer),
    Page(Dock),
    Panel(PanelKind),
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
    /// The first guide for designers.
    Guide,
    /// As [`EditorAction::Play`], the other seats led by the computer.
    PlayComputer,
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
pub enum PanelKind {
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

/// A command with its menu and keys.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub act: EditorAction,
    pub menu: Menu,
    /// A line is drawn between groups.
    pub group: u8,
    pub keys: &'static [KeyboardShortcut],
}

impl Command {
    pub fn name(&self) -> &'static str {
        super::command_text::action_text(self.act).0
    }

    pub fn help(&self) -> &'static str {
        super::command_text::action_text(self.act).1
    }

    /// Its first key in words; empty without one.
    pub fn key_text(&self, ctx: &Context) -> String {
        match (self.act, self.keys.first()) {
            (EditorAction::Tool(kind), _) => kind.text().key.to_owned(),
            (_, Some(k)) => super::command_text::key_name(&ctx.format_shortcut(k)),
            (_, None) => String::new(),
        }
    }
}

impl Command {
    /// All its keys in words: `Ctrl+Y or Ctrl+Shift+Z`.
    pub fn all_keys(&self, ctx: &Context) -> String {
        let more = self.keys.iter().skip(1).map(|k| super::command_text::key_name(&ctx.format_shortcut(k)));
        std::iter::once(self.key_text(ctx))
            .chain(more)
            .filter(|k| !k.is_empty())
            .collect::<Vec<_>>()
            .join(" or ")
    }
}

const fn plain_key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn ctrl_key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers { shift: true, ..Modifiers::COMMAND }, key)
}

const fn command(menu: Menu, group: u8, act: EditorAction, keys: &'static [KeyboardShortcut]) -> Command {
    Command { act, menu, group, keys }
}

/// All but the tools.
const LIST: &[Command] = &[
    command(Menu::File, 0, EditorAction::New, &[ctrl_key(Key::N)]),
    command(Menu::File, 0, EditorAction::Open, &[ctrl_key(Key::O)]),
    command(Menu::File, 1, EditorAction::Save, &[ctrl_key(Key::S)]),
    command(Menu::File, 1, EditorAction::SaveAs, &[ctrl_shift(Key::S)]),
    command(Menu::File, 1, EditorAction::Older, &[]),
    command(Menu::File, 1, EditorAction::LeftOver, &[]),
    command(Menu::File, 2, EditorAction::Play, &[plain_key(Key::F5)]),
    command(Menu::File, 2, EditorAction::PlayComputer, &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F5)]),
    command(Menu::File, 2, EditorAction::Print, &[ctrl_key(Key::P)]),
    command(Menu::File, 3, EditorAction::Other(ImportExport::Geography), &[]),
    command(Menu::File, 3, EditorAction::Other(ImportExport::TableIn), &[]),
    command(Menu::File, 3, EditorAction::Other(ImportExport::TableOut), &[]),
    command(Menu::File, 3, EditorAction::Other(ImportExport::PngOut), &[]),
    command(Menu::File, 3, EditorAction::Other(ImportExport::SvgOut), &[]),
    command(Menu::File, 3, EditorAction::Other(ImportExport::Picture), &[]),
    command(Menu::File, 4, EditorAction::NextDocument, &[KeyboardShortcut::new(Modifiers::CTRL, Key::Tab)]),
    command(Menu::File, 4, EditorAction::Close, &[ctrl_key(Key::W)]),
    command(Menu::File, 4, EditorAction::Home, &[]),
    command(Menu::Edit, 0, EditorAction::Undo, &[ctrl_key(Key::Z)]),
    command(Menu::Edit, 0, EditorAction::Redo, &[ctrl_key(Key::Y), ctrl_shift(Key::Z)]),
    command(Menu::Edit, 1, EditorAction::Cut, &[ctrl_key(Key::X)]),
    command(Menu::Edit, 1, EditorAction::Copy, &[ctrl_key(Key::C)]),
    command(Menu::Edit, 1, EditorAction::Paste, &[ctrl_key(Key::V)]),
    command(Menu::Edit, 1, EditorAction::TurnRight, &[]),
    command(Menu::Edit, 1, EditorAction::TurnLeft, &[]),
    command(Menu::Edit, 1, EditorAction::Mirror, &[]),
    command(Menu::Edit, 2, EditorAction::SelectAll, &[ctrl_key(Key::A)]),
    command(Menu::Edit, 2, EditorAction::ChooseAll, &[ctrl_shift(Key::A)]),
    command(Menu::Edit, 2, EditorAction::Duplicate, &[ctrl_key(Key::D)]),
    command(Menu::Edit, 2, EditorAction::Delete, &[plain_key(Key::Delete), plain_key(Key::Backspace)]),
    command(Menu::Edit, 2, EditorAction::Drop, &[plain_key(Key::Escape)]),
    command(Menu::Map, 0, EditorAction::Resize, &[]),
    command(Menu::Map, 0, EditorAction::CropToHexes, &[]),
    command(Menu::Map, 0, EditorAction::Renumber, &[]),
    command(Menu::Map, 1, EditorAction::ClearHexes, &[ctrl_key(Key::Delete)]),
    command(Menu::Map, 1, EditorAction::PaintHexes, &[]),
    command(Menu::Map, 1, EditorAction::AreaOfHexes, &[]),
    command(Menu::Map, 1, EditorAction::HexesOfArea, &[]),
    command(Menu::Map, 2, EditorAction::Flip, &[plain_key(Key::X)]),
    command(Menu::Map, 2, EditorAction::TurnGround, &[KeyboardShortcut::new(Modifiers::SHIFT, Key::R)]),
    command(Menu::Map, 2, EditorAction::SmallerBrush, &[plain_key(Key::OpenBracket)]),
    command(Menu::Map, 2, EditorAction::LargerBrush, &[plain_key(Key::CloseBracket)]),
    command(Menu::Map, 3, EditorAction::TurnName(-15), &[plain_key(Key::Comma)]),
    command(Menu::Map, 3, EditorAction::TurnName(15), &[plain_key(Key::Period)]),
    command(Menu::View, 0, EditorAction::Layer(Layer::Grid), &[]),
    command(Menu::View, 0, EditorAction::Layer(Layer::Numbers), &[]),
    command(Menu::View, 0, EditorAction::Layer(Layer::Counters), &[]),
    command(Menu::View, 0, EditorAction::Layer(Layer::Areas), &[]),
    command(Menu::View, 0, EditorAction::Layer(Layer::Problems), &[]),
    command(Menu::View, 1, EditorAction::WholeMap, &[plain_key(Key::Home)]),
    command(Menu::View, 1, EditorAction::ZoomIn, &[plain_key(Key::Plus), plain_key(Key::Equals)]),
    command(Menu::View, 1, EditorAction::ZoomOut, &[plain_key(Key::Minus)]),
    command(Menu::View, 2, EditorAction::Panel(PanelKind::Palette), &[plain_key(Key::F6)]),
    command(Menu::View, 2, EditorAction::Panel(PanelKind::Dock), &[plain_key(Key::F7)]),
    command(Menu::View, 2, EditorAction::Panel(PanelKind::History), &[plain_key(Key::F8)]),
    command(Menu::View, 2, EditorAction::SwapPanels, &[]),
    command(Menu::View, 3, EditorAction::Page(Dock::Forces), &[ctrl_key(Key::Num1)]),
    command(Menu::View, 3, EditorAction::Page(Dock::Schedule), &[ctrl_key(Key::Num2)]),
    command(Menu::View, 3, EditorAction::Page(Dock::Victory), &[ctrl_key(Key::Num3)]),
    command(Menu::View, 3, EditorAction::Page(Dock::Rules), &[ctrl_key(Key::Num4)]),
    command(Menu::View, 3, EditorAction::Page(Dock::Scenario), &[ctrl_key(Key::Num5)]),
    command(Menu::View, 3, EditorAction::Page(Dock::Problems), &[ctrl_key(Key::Num6)]),
    command(Menu::View, 4, EditorAction::LargerInterface, &[]),
    command(Menu::View, 4, EditorAction::SmallerInterface, &[]),
    command(Menu::View, 4, EditorAction::UsualInterface, &[]),
    command(Menu::View, 4, EditorAction::Theme, &[]),
    command(Menu::Help, 0, EditorAction::Guide, &[]),
    command(Menu::Help, 0, EditorAction::Search, &[ctrl_shift(Key::P)]),
    command(Menu::Help, 0, EditorAction::Shortcuts, &[plain_key(Key::F1)]),
    command(Menu::Help, 1, EditorAction::Settings, &[]),
];

/// Every command, tools among them.
pub fn all_commands() -> Vec<Command> {
    let tool = |kind| Command { act: EditorAction::Tool(kind), menu: Menu::Tools, group: 0, keys: &[] };
    LIST.iter().copied().chain(ToolKind::ALL.map(tool)).collect()
}

/// Whether the rules of the document have a use for it: tools for what they do not know are not shown.
pub fn is_offered(act: EditorAction, tab: Option<&Tab>) -> bool {
    let Some(schema) = tab.and_then(|t| t.schema.as_ref()) else { return true };
    match act {
        EditorAction::Tool(kind) => kind.tool().why_unused(schema).is_none(),
        EditorAction::Flip => schema.edges.iter().any(|e| e.directed),
        _ => true,
    }
}

/// The key of something, for tooltips: ` (Ctrl+S)`, or nothing.
pub fn key_of(ctx: &Context, act: EditorAction) -> String {
    let found =
        all_commands().into_iter().find(|c| c.act == act).map(|c| c.key_text(ctx)).unwrap_or_default();
    if found.is_empty() { found } else { format!(" ({found})") }
}

/// Whether what it toggles is on.
pub fn is_on(act: EditorAction, tab: Option<&Tab>, panels: &super::panels::Panels) -> Option<bool> {
    match act {
        EditorAction::Layer(l) => tab.map(|t| *t.display.shown.layer_ref(l)),
        EditorAction::Panel(side) => Some(panels.is_shown(side)),
        EditorAction::SwapPanels => Some(panels.swapped),
        EditorAction::Tool(kind) => tab.map(|t| t.tools.kind == kind),
        _ => None,
    }
}

/// Whether it can be done now.
pub fn is_enabled(act: EditorAction, tab: Option<&Tab>, copied: bool, documents: usize) -> bool {
    let Some(tab) = tab else {
        return matches!(
            act,
            EditorAction::New
                | EditorAction::Open
                | EditorAction::LeftOver
                | EditorAction::Other(ImportExport::Geography)
                | EditorAction::Home
                | EditorAction::Search
                | EditorAction::Shortcuts
                | EditorAction::Guide
                | EditorAction::Settings
                | EditorAction::Theme
                | EditorAction::LargerInterface
                | EditorAction::SmallerInterface
                | EditorAction::UsualInterface
        );
    };
    let chosen = !tab.tools.area.is_empty();
    let pieces = !tab.tools.selection.is_empty();
    let editable = tab.is_editable();
    match act {
        EditorAction::Undo => editable && tab.document.can_undo(),
        EditorAction::Redo => editable && tab.document.can_redo(),
        EditorAction::Copy => chosen || pieces,
        EditorAction::Cut => editable && (chosen || pieces),
        EditorAction::Paste | EditorAction::Part(_) | EditorAction::Tool(ToolKind::Stamp) => {
            editable && copied
        }
        EditorAction::TurnRight | EditorAction::TurnLeft | EditorAction::Mirror => tab.tools.stamp.is_some(),
        EditorAction::Duplicate => editable && pieces,
        EditorAction::Delete => editable && (pieces || tab.names.selected.is_some()),
        EditorAction::ClearHexes
        | EditorAction::CropToHexes
        | EditorAction::PaintHexes
        | EditorAction::AreaOfHexes => editable && chosen,
        EditorAction::HexesOfArea => {
            tab.doc().map.region(&tab.tools.region).is_some_and(|r| !r.hexes.is_empty())
        }
        EditorAction::TurnName(_) => {
            let faces = tab.schema.as_ref().is_some_and(|s| s.facing != FacingUse::None);
            editable && (tab.names.selected.is_some() || (pieces && faces))
        }
        EditorAction::Resize
        | EditorAction::Renumber
        | EditorAction::Flip
        | EditorAction::TurnGround
        | EditorAction::SmallerBrush
        | EditorAction::LargerBrush
        | EditorAction::Tool(_) => editable,
        EditorAction::Other(ImportExport::TableIn | ImportExport::Picture) => editable,
        EditorAction::NextDocument => documents > 1,
        EditorAction::Older => tab.document.path().is_some(),
        _ => true,
    }
}

/// Text is being typed: letters do not select tools.
fn is_typing(ctx: &Context) -> bool {
    let focused = ctx.memory(egui::Memory::focused);
    focused.is_some_and(|id| egui::TextEdit::load_state(ctx, id).is_some())
}

/// A name is being typed on the map, or a click of this frame is about to open its field.
fn is_naming(ctx: &Context, tab: &Tab) -> bool {
    let is_click = |e: &egui::Event| matches!(e, egui::Event::PointerButton { .. });
    tab.tools.kind == ToolKind::Label
        && (tab.names.hex.is_some() || ctx.input(|i| i.events.iter().any(is_click)))
}

/// Works even while text is being typed.
fn works_while_typing(act: EditorAction) -> bool {
    matches!(
        act,
        EditorAction::New
            | EditorAction::Open
            | EditorAction::Save
            | EditorAction::SaveAs
            | EditorAction::Close
            | EditorAction::NextDocument
            | EditorAction::Play
            | EditorAction::PlayComputer
            | EditorAction::Print
            | EditorAction::Search
            | EditorAction::Shortcuts
            | EditorAction::Page(_)
            | EditorAction::Panel(_)
    )
}

/// Keys of the copied parts, while one is being pasted.
const NUMBERS: [Key; super::stamp_preview::PARTS] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// The commands of the keys pressed this frame.
pub fn pressed_actions(ctx: &Context, tab: Option<&Tab>) -> Vec<EditorAction> {
    let typing = is_typing(ctx) || tab.is_some_and(|t| is_naming(ctx, t));
    let mut out = Vec::new();
    let stamping = tab.is_some_and(|t| t.tools.kind == ToolKind::Stamp);
    if stamping && !typing {
        // While pasting, these letters rotate the part instead of selecting tools.
        let hit = |m, k| ctx.input_mut(|i| i.consume_key(m, k));
        if hit(Modifiers::SHIFT, Key::R) {
            out.push(EditorAction::TurnLeft);
        }
        if hit(Modifiers::NONE, Key::R) {
            out.push(EditorAction::TurnRight);
        }
        if hit(Modifiers::NONE, Key::M) {
            out.push(EditorAction::Mirror);
        }
        for (n, key) in NUMBERS.into_iter().enumerate() {
            if hit(Modifiers::NONE, key) {
                out.push(EditorAction::Part(n as u8));
            }
        }
    }
    let mut keys: Vec<(KeyboardShortcut, EditorAction)> =
        LIST.iter().flat_map(|c| c.keys.iter().map(|k| (*k, c.act))).collect();
    let tool =
        |kind: ToolKind| Key::from_name(kind.text().key).map(|k| (plain_key(k), EditorAction::Tool(kind)));
    keys.extend(ToolKind::ALL.into_iter().filter_map(tool));
    keys.retain(|(_, act)| is_offered(*act, tab));
    // Escape closes an open menu, or leaves the field in which text is typed, and nothing else. Fields have
    // let go of the keyboard by the time the key is read.
    let typed_before = ctx.data_mut(|d| d.get_temp(Id::unique("typing"))).unwrap_or(false);
    ctx.data_mut(|d| d.insert_temp(Id::unique("typing"), typing));
    if egui::Popup::is_any_open(ctx) || typed_before {
        keys.retain(|(_, act)| *act != EditorAction::Drop);
    }
    // In a list the key goes to its first row.
    let focused = ctx.memory(egui::Memory::focused);
    if focused.is_some() && tab.is_some_and(|t| t.forces.rows.held == focused) {
        keys.retain(|(_, act)| *act != EditorAction::WholeMap);
    }
    // Shortcuts with more modifiers first: Ctrl+S is part of Ctrl+Shift+S.
    keys.sort_by_key(|(k, _)| !k.modifiers.shift);
    for (key, act) in keys {
        if (!typing || works_while_typing(act)) && ctx.input_mut(|i| i.consume_shortcut(&key)) {
            out.push(act);
        }
    }
    if !typing {
        out.extend(clipboard_action(ctx));
    }
    if out.contains(&EditorAction::Drop) {
        super::pick::stop_waiting(ctx);
    }
    out
}

/// Copy and paste events of the desktop, where they arrive instead of keys.
fn clipboard_action(ctx: &Context) -> Option<EditorAction> {
    ctx.input(|i| {
        i.events.iter().find_map(|e| match e {
            egui::Event::Copy => Some(EditorAction::Copy),
            egui::Event::Cut => Some(EditorAction::Cut),
            egui::Event::Paste(_) => Some(EditorAction::Paste),
            _ => None,
        })
    })
}

/// How well a search matches a name and its help: 0 is best, none if a word is missing.
pub fn match_score(text: &str, name: &str, said: &str) -> Option<u32> {
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
