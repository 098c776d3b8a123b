//! The list of problems: errors first, a click jumps there, a button repairs what can be repaired.

use super::tab::{PanelRequests, Tab};
use super::{icons, look};
use crate::core::repair;
use crate::words::{self, problems as say};
use egui::{Align, Label, Layout, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use engine::scenario::{Issue, Severity};

pub fn problems_page(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let of = |s| tab.problems.issues.list.iter().filter(|i| i.severity == s).count();
    ui.horizontal(|ui| {
        look::section_caption(ui, "Problems");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            look::muted_label(
                ui,
                words::problem_counts(of(Severity::Error), of(Severity::Warning), of(Severity::Advice)),
            );
        });
    });
    if tab.problems.issues.is_empty() {
        look::muted_label(ui, words::NO_PROBLEMS);
        return;
    }
    let mut list: Vec<&Issue> = tab.problems.issues.list.iter().collect();
    list.sort_by_key(|i| std::cmp::Reverse(i.severity));
    let left_out = list.len().saturating_sub(MOST);
    ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
        // Leave room for the scroll bar.
        ui.set_max_width(ui.available_width() - 10.0);
        for (n, issue) in list.into_iter().take(MOST).enumerate() {
            ui.push_id(n, |ui| problem_row(ui, tab, issue, requests));
        }
        if left_out > 0 {
            look::muted_label(ui, say::left_out(left_out));
        }
    });
}

/// How many are listed at once, the worst first: more than anyone reads, and few enough for one frame.
const MOST: usize = 120;

/// The worst problem in one line, with a link to the list.
pub fn worst_problem_line(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let Some(worst) = tab.problems.issues.list.iter().rev().max_by_key(|i| i.severity) else { return };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let n = tab.problems.issues.list.len();
        let all = ui.button(say::all_problems(n)).on_hover_text(words::ALL_PROBLEMS_TIP);
        if all.clicked() {
            requests.dock = Some(super::tab::Dock::Problems);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            severity_sign(ui, worst);
            let text = say::problem_text(tab.doc(), &tab.schema(), worst);
            let r = ui.add(Label::new(text).truncate().sense(Sense::click()));
            if r.on_hover_text(words::SHOW_PROBLEM).clicked() {
                tab.show_issue(worst, requests);
            }
        });
    });
}

fn severity_sign(ui: &mut Ui, issue: &Issue) {
    let t = look::theme(ui);
    let (ink, word) = match issue.severity {
        Severity::Error => (t.danger, "Error"),
        Severity::Warning => (t.warn, "Warning"),
        Severity::Advice => (t.muted, "Suggestion"),
    };
    let (rect, r) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    r.widget_info(|| WidgetInfo::labeled(Role::Image, true, word));
    icons::severity_icon(&ui.painter_at(rect.expand(1.0)), rect, issue.severity, look::colour(ink));
}

fn problem_row(ui: &mut Ui, tab: &Tab, issue: &Issue, requests: &mut PanelRequests) {
    ui.horizontal(|ui| {
        severity_sign(ui, issue);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            repair_button(ui, tab, issue, requests);
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                let said = say::problem_text(tab.doc(), &tab.schema(), issue);
                let text = ui.add(Label::new(said).wrap().sense(Sense::click()));
                // The button's name is for screen readers.
                if text.on_hover_text(words::SHOW_PROBLEM).clicked() {
                    tab.show_issue(issue, requests);
                }
                let place = say::problem_place(tab.doc(), issue);
                if !(place.is_empty() && issue.rule.is_empty()) {
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
                        look::rule_chip(ui, &issue.rule);
                        if !place.is_empty() {
                            look::muted_label(ui, place);
                        }
                    });
                }
                if !issue.remedy.is_empty() {
                    look::muted_label(ui, engine::capitalised(&issue.remedy) + ".");
                }
            });
        });
    });
    ui.add_space(6.0);
}

/// The repair where there is one, else the way there.
fn repair_button(ui: &mut Ui, tab: &Tab, issue: &Issue, requests: &mut PanelRequests) {
    let fix = issue.fix.as_ref().filter(|_| tab.is_editable());
    if let Some(other) = issue.other_fix.as_ref().filter(|_| tab.is_editable()) {
        let name = format!("{}: {}, {}", other.name, issue.place, issue.text);
        let r = ui.button(&other.name).on_hover_text(&name);
        r.widget_info(|| WidgetInfo::labeled(Role::Button, true, name.clone()));
        if r.clicked()
            && let Some(edit) = repair::repair_edit(tab.doc(), other, &issue.place)
        {
            requests.jump = tab.place_of_issue(issue);
            requests.edit(edit);
        }
    }
    let (text, name) = match fix {
        Some(f) => (f.name.clone(), format!("{}: {}, {}", f.name, issue.place, issue.text)),
        None => ("Show".to_owned(), format!("Show {}: {}", issue.place, issue.text)),
    };
    let r = ui.button(&text).on_hover_text(&name);
    r.widget_info(|| WidgetInfo::labeled(Role::Button, true, name.clone()));
    if !r.clicked() {
        return;
    }
    match fix.and_then(|f| repair::repair_edit(tab.doc(), f, &issue.place)) {
        Some(edit) => {
            requests.jump = tab.place_of_issue(issue);
            requests.edit(edit);
        }
        None => tab.show_issue(issue, requests),
    }
}
