//! Autosave: writes the running match to disk on a thread of its own, the latest state only. The text is made there too.

use crate::files::{self, Keep};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// One file to be written, and what makes its text.
type Job = (PathBuf, Box<dyn FnOnce() -> String + Send>);

pub struct Autosave {
    ask: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    problems: Receiver<String>,
    ctx: egui::Context,
    /// Said by a thread that has ended.
    left: Option<String>,
}

impl Autosave {
    pub fn new(ctx: egui::Context) -> Self {
        let (ask, jobs) = channel::<Job>();
        let (tell, problems) = channel();
        let woken = ctx.clone();
        let work = move || {
            while let Ok(mut job) = jobs.recv() {
                // What was asked meanwhile is newer.
                while let Ok(newer) = jobs.try_recv() {
                    if newer.0 != job.0 {
                        write(job, &tell, &woken);
                    }
                    job = newer;
                }
                write(job, &tell, &woken);
            }
        };
        let thread = std::thread::Builder::new().name("autosave".into()).spawn(work).ok();
        Self { ask: thread.is_some().then_some(ask), thread, problems, ctx, left: None }
    }

    /// Asks for a file to be written soon; says at once if it cannot be.
    pub fn write_soon(
        &self,
        path: PathBuf,
        make_text: impl FnOnce() -> String + Send + 'static,
    ) -> Result<(), String> {
        match &self.ask {
            Some(ask) => {
                let job: Job = (path, Box::new(make_text));
                ask.send(job).map_err(|_| "the writing thread has ended".to_owned())
            }
            None => {
                files::write(&path, make_text().as_bytes(), Keep::Last).map(|_| ()).map_err(|e| e.to_string())
            }
        }
    }

    /// Waits until everything asked is on the disk.
    pub fn flush(&mut self) {
        self.end();
        let left = self.problem();
        *self = Self::new(self.ctx.clone());
        self.left = left;
    }

    fn end(&mut self) {
        self.ask = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    /// What went wrong since the last time.
    pub fn problem(&mut self) -> Option<String> {
        self.problems.try_iter().last().or(self.left.take())
    }
}

fn write((path, make_text): Job, tell: &Sender<String>, ctx: &egui::Context) {
    if let Err(e) = files::write(&path, make_text().as_bytes(), Keep::Last) {
        let _ = tell.send(e.to_string());
        ctx.request_repaint();
    }
}

impl Drop for Autosave {
    /// Nothing is lost: what was asked is written before the program ends.
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_made_on_the_thread_that_writes_and_the_latest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("autosave.oblique");
        let autosave = Autosave::new(egui::Context::default());
        let screen = std::thread::current().id();
        for n in 0..5 {
            let make_text = move || format!("{n} {}", std::thread::current().id() == screen);
            autosave.write_soon(path.clone(), make_text).unwrap();
        }
        drop(autosave);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "4 false");
    }
}
