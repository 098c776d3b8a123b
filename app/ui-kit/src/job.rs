//! Work on a thread of its own whose result a screen picks up when it is there.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// A piece of background work that makes one `T`. Dropping the job does not stop the work; its result is discarded.
pub struct Job<T> {
    result: Receiver<T>,
}

/// What has become of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobState<T> {
    Running,
    /// The result. It is handed out once.
    Done(T),
    /// The work panicked, or its result has already been taken.
    Lost,
}

impl<T: Send + 'static> Job<T> {
    /// Starts `work` on a thread called `name`. The screen is repainted when it ends, even if it panics.
    pub fn start(
        name: &str,
        ctx: &egui::Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Self, String> {
        let (sender, result) = channel();
        let repaint = RepaintOnDrop(ctx.clone());
        let run = move || {
            // Declared before the work so that it is dropped last, also when the work panics.
            let _repaint = repaint;
            let sender = sender;
            // Nobody may be waiting for the result any more.
            let _ = sender.send(work());
        };
        let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(run);
        spawned.map(|_| Self { result }).map_err(|e| e.to_string())
    }

    /// Asks for the result without waiting.
    pub fn poll(&self) -> JobState<T> {
        match self.result.try_recv() {
            Ok(value) => JobState::Done(value),
            Err(TryRecvError::Empty) => JobState::Running,
            Err(TryRecvError::Disconnected) => JobState::Lost,
        }
    }
}

struct RepaintOnDrop(egui::Context);

impl Drop for RepaintOnDrop {
    fn drop(&mut self) {
        self.0.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn wait_for<T: Send + 'static>(job: &Job<T>) -> JobState<T> {
        let start = Instant::now();
        loop {
            match job.poll() {
                JobState::Running if start.elapsed() < Duration::from_secs(10) => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                state => return state,
            }
        }
    }

    #[test]
    fn a_result_is_handed_out_once() {
        let job = Job::start("sum", &egui::Context::default(), || 2 + 2).unwrap();
        assert_eq!(wait_for(&job), JobState::Done(4));
        assert_eq!(job.poll(), JobState::Lost);
    }

    #[test]
    fn a_panic_loses_the_result_and_is_reported() {
        let job = Job::<u8>::start("panic", &egui::Context::default(), || panic!("on purpose")).unwrap();
        assert_eq!(wait_for(&job), JobState::Lost);
    }
}
