//! The field in which a name is typed, on the map where it will stand.

use super::names::{self, NamesState};
use super::tab::{PanelRequests, Tab};
use crate::tools::ToolKind;
use crate::words;
use egui::{Area, Frame, Id, Key, Order, Response, Role, TextEdit, Ui, WidgetInfo, vec2};

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
    let shown = Area::new(Id::unique("name on the map")).order(Order::Foreground).fixed_pos(place).show(
        ui.ctx(),
        |ui| {
            Frame::popup(ui.style()).inner_margin(4.0).show(ui, |ui| {
                let field = TextEdit::singleline(&mut tab.tools.label.text).hint_text(words::NAME_HINT);
                let r = ui.add(field.desired_width(WIDE).id_salt("name typed on the map"));
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

fn finish(tab: &mut Tab, requests: &mut PanelRequests) {
    if !names::finish_naming(tab, requests) {
        tab.names.hex = None;
    }
}

fn drop_typed(state: &mut NamesState, text: &mut String) {
    state.hex = None;
    text.clear();
}
