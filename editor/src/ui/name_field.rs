//! The field in which a name is typed, on the map where it will stand.

use super::names::{self, NamesState};
use super::tab::{PanelRequests, Tab};
use crate::tools::ToolKind;
use crate::words;
use egui::{Area, Event, Frame, Id, Key, Order, Response, Role, TextEdit, Ui, WidgetInfo, vec2};
use engine::hex::Hex;

const WIDE: f32 = 170.0;

/// Shows the field over the hex being named. Enter, a click elsewhere or another tool adds the name; Escape drops it.
pub fn show(ui: &Ui, tab: &mut Tab, map: &Response, requests: &mut PanelRequests) {
    let Some(hex) = tab.names.hex else { return };
    if tab.tools.kind != ToolKind::Label {
        finish(tab, requests);
        return;
    }
    let at = tab.doc().map.grid.id(hex).and_then(|id| tab.widget.screen_of(id));
    let Some(at) = at.filter(|p| map.rect.contains(*p)) else { return };
    let place = (at - vec2(WIDE / 2.0, 14.0))
        .clamp(map.rect.min, (map.rect.max - vec2(WIDE + 16.0, 34.0)).max(map.rect.min));
    let said = words::naming_hex(&words::hex_label(tab.doc(), hex));
    // A field of its own for each hex: the Enter that ended the name before must not end this one.
    let id = field_id(hex);
    if !ui.memory(|m| m.has_focus(id)) && type_without_focus(ui, &mut tab.tools.label.text, Part::AfterClick)
    {
        finish(tab, requests);
        return;
    }
    let shown = Area::new(Id::unique("name on the map")).order(Order::Foreground).fixed_pos(place).show(
        ui.ctx(),
        |ui| {
            Frame::popup(ui.style()).inner_margin(4.0).show(ui, |ui| {
                let field = TextEdit::singleline(&mut tab.tools.label.text).hint_text(words::NAME_HINT);
                let r = ui.add(field.desired_width(WIDE).id(id));
                r.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, said.as_str()));
                r
            })
        },
    );
    let field = shown.inner.inner;
    if field.lost_focus() {
        match ui.input(|i| i.key_pressed(Key::Escape)) {
            true => drop_typed(&mut tab.names, &mut tab.tools.label.text),
            false => finish(tab, requests),
        }
        // The keys are the map's again, unless a click has given them to something else.
        if ui.memory(|m| m.focused().is_none()) {
            map.request_focus();
        }
    } else if !field.has_focus() {
        field.request_focus();
    }
}

fn field_id(hex: Hex) -> Id {
    Id::unique("name typed on the map").with((hex.q, hex.r))
}

/// Letters typed in the frame of a press are of the name before it, which the field had no time to take.
pub fn take_letters_before_press(ui: &Ui, tab: &mut Tab) {
    if tab.names.hex.is_some_and(|hex| ui.memory(|m| m.has_focus(field_id(hex)))) {
        type_without_focus(ui, &mut tab.tools.label.text, Part::BeforePress);
    }
}

/// Which keys of a frame that has a click in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    BeforePress,
    AfterClick,
}

/// Where frames take long, what is typed arrives together with the click that opens or closes the field. True if
/// Enter was among it.
fn type_without_focus(ui: &Ui, text: &mut String, part: Part) -> bool {
    ui.input(|i| {
        let is_button = |e: &Event| matches!(e, Event::PointerButton { .. });
        let keys = match part {
            Part::BeforePress => &i.events[..i.events.iter().position(is_button).unwrap_or(0)],
            Part::AfterClick => &i.events[i.events.iter().rposition(is_button).map_or(0, |n| n + 1)..],
        };
        for event in keys {
            match event {
                Event::Text(letters) => text.push_str(letters),
                Event::Key { key: Key::Backspace, pressed: true, .. } => {
                    text.pop();
                }
                Event::Key { key: Key::Enter, pressed: true, .. } => return true,
                _ => {}
            }
        }
        false
    })
}

fn finish(tab: &mut Tab, requests: &mut PanelRequests) {
    if !names::finish_naming(tab, requests) {
        tab.names.hex = None;
    }
}

fn drop_typed(state: &mut NamesState, text: &mut String) {
    state.hex = None;
    text.clear();
}
