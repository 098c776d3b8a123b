use std::time::Duration;

/// A moment in the processor time of this thread: what other programs and threads do does not count.
/// Where the system does not say, the clock.
#[derive(Clone, Copy)]
pub struct ProcessorTime {
    #[cfg(unix)]
    at: Duration,
    #[cfg(not(unix))]
    at: std::time::Instant,
}

impl ProcessorTime {
    #[cfg(unix)]
    pub fn now() -> Self {
        let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Self { at: Duration::new(t.tv_sec.unsigned_abs(), t.tv_nsec as u32) }
    }

    #[cfg(not(unix))]
    pub fn now() -> Self {
        Self { at: std::time::Instant::now() }
    }

    #[cfg(unix)]
    pub fn elapsed(&self) -> Duration {
        Self::now().at.saturating_sub(self.at)
    }

    #[cfg(not(unix))]
    pub fn elapsed(&self) -> Duration {
        self.at.elapsed()
    }
}

/// Best time of one call, over five rounds of at least `least` each. A round is timed as a whole: asking for the
/// time is slower than many a call.
pub fn best(least: Duration, mut call: impl FnMut()) -> Duration {
    let mut round = |calls: u32| {
        let start = ProcessorTime::now();
        (0..calls).for_each(|_| call());
        start.elapsed()
    };
    let mut calls = 1;
    while calls < 1 << 30 && round(calls) < least {
        calls *= 2;
    }
    (0..5).map(|_| round(calls) / calls).min().unwrap_or_default()
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
