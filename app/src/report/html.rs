//! The report as one HTML file that needs nothing else.

use super::{Report, base64, plain, plot, words};
use engine::present::LogKind;
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.5 Georgia,serif;max-width:980px;margin:2em auto;padding:0 1em;color:#222;background:#faf7f0}\
h1{margin-bottom:0}h2{border-bottom:1px solid #b9ae95;margin-top:2em}h3{margin-bottom:.3em}\
table{border-collapse:collapse;margin:.6em 0}td,th{border:1px solid #cfc6b0;padding:.25em .7em;text-align:left}\
th{background:#efe9da}.muted{color:#6b6555}img,svg{max-width:100%;height:auto}ul{padding-left:1.2em}\
li.head{list-style:none;font-weight:bold;margin:.6em 0 .2em -1.2em}li.loss{color:#8c2f24}";

/// Safe inside HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn table(out: &mut String, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
    out.push_str("<table><tr>");
    heads.iter().for_each(|h| {
        let _ = write!(out, "<th>{}</th>", escape(h));
    });
    out.push_str("</tr>");
    for row in rows {
        out.push_str("<tr>");
        row.iter().for_each(|c| {
            let _ = write!(out, "<td>{}</td>", escape(c));
        });
        out.push_str("</tr>");
    }
    out.push_str("</table>");
}

pub fn text(r: &Report) -> String {
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{STYLE}</style></head><body><h1>{0}</h1><p class=\"muted\">{1}<br>{2}</p>",
        escape(&r.title),
        escape(&r.subtitle),
        escape(&r.ruleset)
    );
    match &r.outcome {
        Some(o) => {
            let _ = write!(out, "<h2>{}</h2><p>{} ({})</p>", escape(&o.title), escape(&o.text), o.rule);
        }
        None => {
            let _ = write!(out, "<h2>{}</h2><p>{}</p>", escape(&r.standing), words::UNFINISHED);
        }
    }
    score(&mut out, r);
    course(&mut out, r);
    let _ = write!(out, "<h2>{}</h2>", words::DICE);
    table(&mut out, &words::DICE_HEADS, super::markdown::dice_rows(r));
    let _ = write!(out, "<h2>{}</h2>", words::LOSSES);
    table(&mut out, &words::LOSS_HEADS, super::markdown::loss_rows(r));
    turns(&mut out, r);
    let _ =
        writeln!(out, "<hr><p class=\"muted\">{}</p></body></html>", escape(&super::markdown::colophon(r)));
    out
}

fn score(out: &mut String, r: &Report) {
    let _ = write!(out, "<h2>{}</h2>", words::SCORE);
    for s in &r.score.sides {
        let goal = s.goal.map_or_else(String::new, |g| format!(" of {g}"));
        let _ = write!(out, "<h3>{}: {}{goal}</h3><ul>", escape(&s.name), s.points);
        for l in &s.lines {
            let _ = write!(out, "<li>{}: {}</li>", escape(&l.name), escape(&l.value));
        }
        out.push_str("</ul>");
    }
}

fn course(out: &mut String, r: &Report) {
    let _ = write!(out, "<h2>{}</h2><h3>{}</h3>", words::COURSE, words::POINTS);
    out.push_str(&plot::svg(&r.course, |s| &s.points));
    let _ = write!(out, "<h3>{}</h3>", words::STRENGTH);
    out.push_str(&plot::svg(&r.course, |s| &s.strength));
    if !r.course.turning.is_empty() {
        let _ = write!(out, "<h3>{}</h3><ul>", words::TURNING);
        for line in super::markdown::turning(r) {
            let _ = write!(out, "<li>{}</li>", escape(&line));
        }
        out.push_str("</ul>");
    }
}

fn turns(out: &mut String, r: &Report) {
    let _ = write!(out, "<h2>{}</h2>", words::TURNS);
    for t in &r.turns {
        let name = escape(&t.name);
        let _ = write!(out, "<h3>{name}</h3>");
        if !t.map.is_empty() {
            let _ = write!(out, "<img alt=\"{name}\" src=\"data:image/png;base64,{}\">", base64(&t.map));
        }
        if t.log.is_empty() {
            let _ = write!(out, "<p class=\"muted\">{}</p>", words::NOTHING);
        }
        out.push_str("<ul>");
        for l in &t.log {
            let class = match l.kind {
                LogKind::Heading => " class=\"head\"",
                LogKind::Loss => " class=\"loss\"",
                _ => "",
            };
            let _ = write!(out, "<li{class}>{}</li>", escape(&plain(l)));
        }
        out.push_str("</ul>");
    }
}
