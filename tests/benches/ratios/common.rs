use std::time::{Duration, Instant};

/// Best time of one call, over several rounds of at least `least` each.
pub fn best(least: Duration, mut call: impl FnMut()) -> Duration {
    call();
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let (start, mut n) = (Instant::now(), 0u32);
        while n == 0 || start.elapsed() < least {
            call();
            n += 1;
        }
        best = best.min(start.elapsed() / n);
    }
    best
}

pub fn row(what: &str, here: &str, against: &str, ratio: f64, goal: &str, met: bool) {
    let mark = if met { "" } else { " (missed)" };
    println!("| {what} | {here} | {against} | {ratio:.2} | {goal}{mark} |");
}

pub fn time(d: Duration) -> String {
    let ns = d.as_secs_f64() * 1e9;
    if ns < 1e3 {
        format!("{ns:.0} ns")
    } else if ns < 1e6 {
        format!("{:.2} µs", ns / 1e3)
    } else {
        format!("{:.2} ms", ns / 1e6)
    }
}
