//! The reckoning: points, their course over time, the dice against expectation, and losses. Worked
//! out on a thread of its own, once for each state of the match.

use super::dock::fact;
use super::panel::PlayCommand;
use super::session::Session;
use crate::ui::commands::{Command, Export};
use crate::ui::words;
use egui::{Align, Color32, Grid, Layout, ScrollArea, Ui};
use egui_plot::{Line, LineStyle, Plot, PlotPoints, uniform_grid_spacer};
use engine::present::{Course, LedgerLine, LossLine, ScoreView, Seat};
use std::sync::Arc;
use ui_kit::theme::{Colours, Face, c32, colours, text};
use ui_kit::widgets::{caption, card, flag, link, one_line, rule_chip, rule_line, word_tab};
use ui_kit::{Job, JobState};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Points,
    Course,
    Dice,
    Losses,
}

impl Tab {
    const ALL: [Self; 4] = [Self::Points, Self::Course, Self::Dice, Self::Losses];

    fn word(self) -> &'static str {
        match self {
            Self::Points => "Score",
            Self::Course => "Graphs",
            Self::Dice => "Dice",
            Self::Losses => "Losses",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Points => "Victory points, line by line",
            Self::Course => "Graphs of points and strength, and turning points",
            Self::Dice => "Dice: expected and thrown",
            Self::Losses => "Losses by formation",
        }
    }
}

type Key = (u64, Seat);

/// The score page. The course of the match is worked out when it is looked at.
#[derive(Default)]
pub struct ScorePanel {
    pub tab: Tab,
    done: Option<(Key, Arc<Course>)>,
    asked: Option<(Key, Job<Course>)>,
}

impl ScorePanel {
    /// The course for this key; nothing while it is being worked out.
    fn get(
        &mut self,
        key: Key,
        ui: &Ui,
        fork: impl FnOnce() -> Box<dyn engine::game::AnyMatch>,
    ) -> Option<Arc<Course>> {
        if let Some((k, job)) = self.asked.take() {
            match job.poll() {
                JobState::Done(course) => self.done = Some((k, Arc::new(course))),
                JobState::Running => self.asked = Some((k, job)),
                JobState::Lost => {}
            }
        }
        if self.done.as_ref().is_some_and(|d| d.0 == key) {
            return self.done.as_ref().map(|d| Arc::clone(&d.1));
        }
        if self.asked.is_none() {
            let game = fork();
            let job = Job::start("match review", ui.ctx(), move || game.view(key.1).course());
            self.asked = job.ok().map(|job| (key, job));
        }
        None
    }

    /// The course of the match so far; nothing while it is being worked out.
    pub(super) fn course(&mut self, session: &Session, ui: &Ui) -> Option<Arc<Course>> {
        let key = (session.game.version(), session.viewer());
        self.get(key, ui, || session.game.fork())
    }

    pub(super) fn show(&mut self, session: &Session, ui: &mut Ui) -> Vec<PlayCommand> {
        let mut out = Vec::new();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for tab in Tab::ALL {
                if word_tab(ui, tab.word(), tab.name(), self.tab == tab).clicked() {
                    self.tab = tab;
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let report = link(ui, "Report…", "Write a report of the match", Face::Medium, 12.0);
                if report.on_hover_text(words::REPORT_TIP).clicked() {
                    out.push(PlayCommand::Program(Command::Export(Export::Report)));
                }
            });
        });
        rule_line(ui);
        let tab = self.tab;
        let course = if tab == Tab::Points { None } else { self.course(session, ui) };
        let mut jump = None;
        ScrollArea::vertical().id_salt(("score", tab.word())).auto_shrink([false, false]).show(
            ui,
            |ui| match (tab, course) {
                (Tab::Points, _) => show_score(ui, &session.views.score),
                (_, None) => {
                    ui.label(text(words::RECKONING, Face::Ui, 12.5, colours(ui).muted));
                }
                (Tab::Course, Some(c)) => jump = course_tab(ui, &c),
                (Tab::Dice, Some(c)) => ledger(ui, &c, &c.ledger),
                (Tab::Losses, Some(c)) => losses(ui, &c, &c.losses),
            },
        );
        out.extend(jump.map(|entries| PlayCommand::LookBackTo { entries }));
        out
    }
}

/// Who stands where, line by line.
pub(super) fn show_score(ui: &mut Ui, s: &ScoreView) {
    let c = colours(ui);
    for side in &s.sides {
        card(ui).show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal(|ui| {
                flag(ui, &side.army, &side.name, 22.0);
                ui.label(text(&side.name, Face::Title, 18.0, c.text));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let goal = side.goal.map_or_else(String::new, |g| format!(" of {g}"));
                    ui.label(text(format!("{}{goal}", side.points), Face::Bold, 16.0, c.text));
                });
            });
            for l in &side.lines {
                fact(ui, &l.name, &l.value, l.rule.map_or("", |r| r.0));
            }
        });
        ui.add_space(4.0);
    }
    if !s.conditions.is_empty() {
        caption(ui, "Victory conditions");
        for l in &s.conditions {
            fact(ui, &l.name, &l.value, l.rule.map_or("", |r| r.0));
        }
    }
}

/// Points and strength as plots, then what turned the match.
fn course_tab(ui: &mut Ui, course: &Course) -> Option<usize> {
    caption(ui, "Victory points");
    plot(ui, "points", course, |s| &s.points);
    caption(ui, "Strength");
    plot(ui, "strength", course, |s| &s.strength);
    show_turning_points(ui, course)
}

/// What turned the match, in order; a click looks at the moment.
pub(super) fn show_turning_points(ui: &mut Ui, course: &Course) -> Option<usize> {
    let c = colours(ui);
    let mut jump = None;
    caption(ui, "Turning points");
    if course.turning.is_empty() {
        ui.label(text(words::NO_TURNING, Face::Ui, 12.5, c.muted));
    }
    let mut list: Vec<_> = course.turning.iter().collect();
    list.sort_by_key(|t| t.entries);
    for t in list {
        let Some((name, army)) = course.sides.get(t.side) else { continue };
        ui.horizontal(|ui| {
            flag(ui, army, name, 16.0);
            let head = format!("Turn {}", t.turn);
            if link(ui, &head, &format!("Look at turn {}: {}", t.turn, t.text), Face::Bold, 12.0).clicked() {
                jump = Some(t.entries);
            }
            let gain = words::gain(t.points, t.strength, name);
            let room = ui.available_width();
            ui.label(one_line(ui, &gain, Face::Semi, 12.5, c.text, room));
        });
        ui.label(text(&t.text, Face::Ui, 12.5, c.text));
    }
    jump
}

/// Which line is whose, above the plot: on it the key would cover the lines.
fn plot_key(ui: &mut Ui, course: &Course) {
    let c = colours(ui);
    ui.horizontal_wrapped(|ui| {
        for (i, (name, army)) in course.sides.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(26.0, 12.0), egui::Sense::hover());
            let stroke = egui::Stroke::new(2.0, line_ink(army, &c));
            let ends = [rect.left_center(), rect.right_center()];
            match i {
                0 => {
                    ui.painter().line_segment(ends, stroke);
                }
                _ => ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 5.0, 4.0)),
            }
            ui.label(text(name, Face::Ui, 12.0, c.text));
            ui.add_space(8.0);
        }
    });
}

fn plot(ui: &mut Ui, id: &str, course: &Course, of: impl Fn(&engine::present::CoursePoint) -> &Vec<i32>) {
    let c = colours(ui);
    let height = (ui.available_width() * 0.5).clamp(110.0, 200.0);
    plot_key(ui, course);
    let plot = Plot::new(id)
        .height(height)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .show_x(false)
        .include_y(0.0)
        .y_axis_min_width(28.0)
        .x_axis_formatter(|mark, _| format!("{:.0}", mark.value))
        .x_grid_spacer(uniform_grid_spacer(|_| [10.0, 5.0, 1.0]))
        .x_axis_label("Turn");
    let shown = plot.show(ui, |p| {
        for (i, (name, army)) in course.sides.iter().enumerate() {
            // A step: points do not come bit by bit.
            let mut points: Vec<[f64; 2]> = Vec::new();
            for s in &course.samples {
                let y = f64::from(of(s).get(i).copied().unwrap_or(0));
                // A corner twice in one place would be drawn as a wedge.
                let corner = points.last().map(|last| [s.time, last[1]]);
                for p in corner.into_iter().chain([[s.time, y]]) {
                    if points.last() != Some(&p) {
                        points.push(p);
                    }
                }
            }
            let ink = line_ink(army, &c);
            let style = if i == 0 { LineStyle::Solid } else { LineStyle::dashed_dense() };
            p.line(Line::new(name.clone(), PlotPoints::from(points)).color(ink).width(2.0).style(style));
        }
    });
    let told: Vec<String> = course
        .sides
        .iter()
        .enumerate()
        .map(|(i, s)| {
            let last = course.samples.last().and_then(|x| of(x).get(i).copied()).unwrap_or(0);
            format!("{} {last}", s.0)
        })
        .collect();
    shown.response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Plot of {id}: {}", told.join(", ")))
    });
}

/// A colour of the army that stands out from the ground.
fn line_ink(army: &str, c: &Colours) -> Color32 {
    let a = board::palette::army(army);
    let far = |ink: &Color32| {
        let off = |x: u8, y: u8| u32::from(x.abs_diff(y));
        off(ink.r(), c.card.r()) + off(ink.g(), c.card.g()) + off(ink.b(), c.card.b())
    };
    [c32(a.fill), c32(a.stripe)].into_iter().find(|ink| far(ink) > 200).unwrap_or(c.text)
}

fn side_name<'a>(course: &'a Course, army: &'a str) -> &'a str {
    course.sides.iter().find(|s| s.1 == army).map_or(army, |s| &s.0)
}

/// Dice against expectation, army by army.
fn ledger(ui: &mut Ui, course: &Course, lines: &[LedgerLine]) {
    let c = colours(ui);
    if lines.is_empty() {
        ui.label(text(words::NO_DICE, Face::Ui, 12.5, c.muted));
    }
    let mut armies: Vec<&str> = lines.iter().map(|l| l.army.as_str()).collect();
    armies.dedup();
    for army in armies {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            flag(ui, army, army, 18.0);
            ui.label(text(side_name(course, army), Face::Title, 17.0, c.text));
        });
        for l in lines.iter().filter(|l| l.army == army) {
            card(ui).show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                ui.horizontal_wrapped(|ui| {
                    ui.label(text(engine::capitalised(&l.kind), Face::Semi, 13.0, c.text));
                    rule_chip(ui, l.rule.0);
                    ui.label(text(words::rolls(l.rolls, l.dice), Face::Ui, 12.0, c.muted));
                });
                // Where every throw counts the same there is no luck to tell of.
                if l.variance > 1e-9 {
                    ui.label(text(words::counted(l), Face::Ui, 12.5, c.text));
                }
                ui.label(text(words::faces(l), Face::Ui, 12.0, c.muted));
            });
        }
    }
}

fn losses(ui: &mut Ui, course: &Course, lines: &[LossLine]) {
    let c = colours(ui);
    let mut armies: Vec<&str> = lines.iter().map(|l| l.army.as_str()).collect();
    armies.dedup();
    if armies.is_empty() {
        ui.label(text(words::NO_LOSSES, Face::Ui, 12.5, c.muted));
    }
    for army in armies {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            flag(ui, army, army, 18.0);
            ui.label(text(side_name(course, army), Face::Title, 17.0, c.text));
        });
        Grid::new(("losses", army)).num_columns(3).striped(true).min_col_width(70.0).show(ui, |ui| {
            for head in ["", "Strength lost", "Pieces lost"] {
                ui.label(text(head, Face::Semi, 11.5, c.muted));
            }
            ui.end_row();
            for l in lines.iter().filter(|l| l.army == army) {
                ui.label(text(&l.name, Face::Medium, 12.5, c.text));
                let of = |lost: u32, all: u32| {
                    if all == 0 { "–".to_owned() } else { format!("{lost} of {all}") }
                };
                ui.label(text(of(l.steps_lost, l.steps), Face::Ui, 12.5, c.text));
                ui.label(text(of(l.pieces_lost, l.pieces), Face::Ui, 12.5, c.text));
                ui.end_row();
            }
        });
    }
}
