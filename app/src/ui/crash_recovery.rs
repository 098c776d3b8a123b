//! Crash recovery: copies of the editor's changed documents in the data folder, so that a crash loses a few seconds of
//! work at most.
//!
//! Each run of the program has a locked folder of its own. A folder that is not locked belongs to a run that has ended;
//! its documents are offered at the next start.

use crate::files::{self, Keep};
use editor::ui::RecoveryCopy;
use engine::scenario::{Issues, ScenarioDoc, parse};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

/// The first line of a recovery copy, followed by the path of the document's file.
const HEAD: &str = "// kept by the editor for: ";
const LOCK: &str = "lock";
/// Failed writes are retried after this time.
const RETRY_AFTER: Duration = Duration::from_secs(2);

enum Job {
    Write(PathBuf, String),
    Remove(PathBuf),
    /// Removed once everything else is written: its content is then stored elsewhere.
    Supersede(PathBuf),
}

/// A recovery copy of a run that has ended.
pub struct Found {
    pub file: PathBuf,
    /// The document's own file, if it has one.
    pub path: Option<PathBuf>,
    pub doc: ScenarioDoc,
    /// Seconds since it was stored.
    pub age: u64,
    /// The document's own file was written after that.
    pub file_is_newer: bool,
}

pub struct Journal {
    /// The folder of all runs.
    root: PathBuf,
    /// The folder of this run, once there is something to store.
    folder: Option<PathBuf>,
    /// Held as long as the program runs: its own lock, and those of ended runs that are being looked through.
    locks: Vec<File>,
    ask: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    problems: Receiver<String>,
    /// Copies opened in this run; removed once the documents are stored again.
    adopted: Vec<PathBuf>,
    /// Copies of ended runs that this version of the program cannot read.
    unread: Vec<PathBuf>,
}

impl Journal {
    pub fn new(root: PathBuf, ctx: &egui::Context) -> Self {
        let (ask, jobs) = channel::<Job>();
        let (tell, problems) = channel();
        let ctx = ctx.clone();
        let work = move || {
            let say = |why: String| {
                let _ = tell.send(why);
                ctx.request_repaint();
            };
            write_all(&jobs, &say);
        };
        let thread = std::thread::Builder::new().name("journal".into()).spawn(work).ok();
        let ask = thread.is_some().then_some(ask);
        let (folder, locks, adopted, unread) = Default::default();
        Self { root, folder, locks, ask, thread, problems, adopted, unread }
    }

    /// Copies left by runs that have ended, the latest first.
    pub fn take_left_copies(&mut self) -> Vec<Found> {
        let mut out = Vec::new();
        for folder in listed(&self.root).into_iter().filter(|p| p.is_dir()) {
            let Some(lock) = locked(&folder) else { continue };
            let files: Vec<PathBuf> =
                listed(&folder).into_iter().filter(|p| p.extension().is_some_and(|e| e == "ron")).collect();
            if files.is_empty() {
                drop(lock);
                let _ = fs::remove_dir_all(&folder);
                continue;
            }
            self.locks.push(lock);
            for file in files {
                match read(&file) {
                    Some(found) => out.push(found),
                    // It stays: another version of the program may be able to read it.
                    None => self.unread.push(file),
                }
            }
        }
        out.sort_by_key(|f| f.age);
        out
    }

    /// Copies of ended runs that this version of the program cannot read.
    pub fn unread(&self) -> &[PathBuf] {
        &self.unread
    }

    fn file(&self, key: u64) -> Option<PathBuf> {
        self.folder.as_ref().map(|f| f.join(format!("{key}.ron")))
    }

    /// Has a copy written soon; an error says that it cannot be.
    pub fn store_copy(&mut self, key: u64, kept: &RecoveryCopy) -> Result<(), String> {
        if self.folder.is_none() {
            let (folder, lock) = own_folder(&self.root).map_err(|e| e.to_string())?;
            self.locks.push(lock);
            self.folder = Some(folder);
        }
        let Some(file) = self.file(key) else { return Ok(()) };
        let from = kept.path.as_ref().map(|p| p.display().to_string()).unwrap_or_default();
        let text = format!("{HEAD}{}\n{}", from.replace('\n', " "), kept.text);
        self.send(Job::Write(file, text))?;
        for old in std::mem::take(&mut self.adopted) {
            self.send(Job::Supersede(old))?;
        }
        Ok(())
    }

    /// Removes the copy of a document that was saved or closed.
    pub fn discard_copy(&mut self, key: u64) {
        if let Some(file) = self.file(key) {
            let _ = self.send(Job::Remove(file));
        }
    }

    /// A found copy has been opened: its file is removed once the document is stored again.
    pub fn adopt(&mut self, file: PathBuf) {
        self.adopted.push(file);
    }

    /// Removes a found copy.
    pub fn discard_found(&self, file: &Path) {
        let _ = self.send(Job::Remove(file.to_owned()));
    }

    fn send(&self, job: Job) -> Result<(), String> {
        match &self.ask {
            Some(ask) => ask.send(job).map_err(|_| "the writing thread has ended".to_owned()),
            None => carry_out(&job),
        }
    }

    /// The last problem since the previous call.
    pub fn problem(&self) -> Option<String> {
        self.problems.try_iter().last()
    }

    /// The program ends normally: removes the copies of this run.
    pub fn end(&mut self) {
        self.flush();
        if let Some(folder) = self.folder.take() {
            let _ = fs::remove_dir_all(folder);
        }
    }

    /// Waits until everything is on the disk. Nothing can be requested after it.
    fn flush(&mut self) {
        self.ask = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Carries out jobs until the sender is gone. Failed writes are retried, because a full disk may have room later. Copies
/// are superseded only when everything is written.
fn write_all(jobs: &Receiver<Job>, say: &dyn Fn(String)) {
    let mut failed: BTreeMap<PathBuf, String> = BTreeMap::new();
    let mut superseded: Vec<PathBuf> = Vec::new();
    loop {
        let next = match failed.is_empty() && superseded.is_empty() {
            true => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => jobs.recv_timeout(RETRY_AFTER),
        };
        match next {
            Ok(Job::Supersede(path)) => superseded.push(path),
            Ok(job) => {
                let done = carry_out(&job);
                if let Job::Write(path, _) | Job::Remove(path) = &job {
                    failed.remove(path);
                }
                if let Err(why) = done {
                    say(why);
                    if let Job::Write(path, text) = job {
                        failed.insert(path, text);
                    }
                }
            }
            // No job for a while.
            Err(ended) => {
                failed.retain(|path, text| carry_out(&Job::Write(path.clone(), text.clone())).is_err());
                if failed.is_empty() {
                    superseded.drain(..).for_each(|path| drop(carry_out(&Job::Remove(path))));
                }
                if ended == RecvTimeoutError::Disconnected {
                    return;
                }
            }
        }
    }
}

fn carry_out(job: &Job) -> Result<(), String> {
    match job {
        Job::Write(path, text) => {
            files::write(path, text.as_bytes(), Keep::Nothing).map(|_| ()).map_err(|e| e.to_string())
        }
        Job::Remove(path) | Job::Supersede(path) => match fs::remove_file(path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {e}", path.display())),
            _ => Ok(()),
        },
    }
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let Ok(read) = fs::read_dir(folder) else { return Vec::new() };
    let mut out: Vec<PathBuf> = read.filter_map(Result::ok).map(|e| e.path()).collect();
    out.sort();
    out
}

/// The lock of a folder, if nobody holds it.
fn locked(folder: &Path) -> Option<File> {
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK)).ok()?;
    file.try_lock().ok().map(|()| file)
}

fn own_folder(root: &Path) -> std::io::Result<(PathBuf, File)> {
    let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_millis());
    for n in 0..1000 {
        let folder = root.join(format!("{started}-{}-{n}", std::process::id()));
        fs::create_dir_all(root)?;
        if fs::create_dir(&folder).is_ok()
            && let Some(lock) = locked(&folder)
        {
            return Ok((folder, lock));
        }
    }
    Err(std::io::Error::other("no folder for the journal can be made"))
}

fn read(file: &Path) -> Option<Found> {
    if file.extension().is_none_or(|e| e != "ron") {
        return None;
    }
    let text = files::read_text(file).ok()?;
    let from = text.lines().next()?.strip_prefix(HEAD)?.trim().to_owned();
    let doc = parse(&text, &mut Issues::default()).ok()?;
    let changed = fs::metadata(file).and_then(|m| m.modified()).ok();
    let age = changed.and_then(|t| SystemTime::now().duration_since(t).ok()).map_or(0, |d| d.as_secs());
    let path = (!from.is_empty()).then(|| PathBuf::from(from));
    let written = path.as_ref().and_then(|p| fs::metadata(p).and_then(|m| m.modified()).ok());
    let file_is_newer = matches!((written, changed), (Some(w), Some(c)) if w > c);
    Some(Found { file: file.to_owned(), path, doc, age, file_is_newer })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Grid, Numbering, Orientation, Shove};
    use engine::scenario::{MapDoc, to_text};

    fn document(title: &str) -> ScenarioDoc {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 4,
            rows: 3,
            numbering: Numbering::letters(),
        };
        let mut doc = ScenarioDoc::blank("any", MapDoc::blank(grid, "clear"));
        doc.title = title.into();
        doc
    }

    fn kept(title: &str, path: Option<&str>) -> RecoveryCopy {
        RecoveryCopy { path: path.map(PathBuf::from), text: to_text(&document(title)) }
    }

    #[test]
    fn what_an_ended_run_left_is_found_and_a_running_one_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("journal");
        let ctx = egui::Context::default();
        let mut first = Journal::new(root.clone(), &ctx);
        assert!(first.take_left_copies().is_empty());
        first.store_copy(1, &kept("Named", Some("/maps/a b.ron"))).unwrap();
        first.store_copy(2, &kept("Unnamed", None)).unwrap();
        first.store_copy(3, &kept("Saved since", None)).unwrap();
        first.discard_copy(3);
        let mut second = Journal::new(root.clone(), &ctx);
        assert!(second.take_left_copies().is_empty(), "the first run still goes on");
        drop(first);
        let mut third = Journal::new(root.clone(), &ctx);
        let mut found = third.take_left_copies();
        found.sort_by(|a, b| a.doc.title.cmp(&b.doc.title));
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].doc.clone(), found[0].path.clone()),
            (document("Named"), Some("/maps/a b.ron".into()))
        );
        assert_eq!((found[1].doc.clone(), found[1].path.clone()), (document("Unnamed"), None));
        third.discard_found(&found[0].file);
        third.adopt(found[1].file.clone());
        third.store_copy(7, &kept("Unnamed", None)).unwrap();
        drop(third);
        let mut fourth = Journal::new(root.clone(), &ctx);
        assert_eq!(fourth.take_left_copies().len(), 1, "one was discarded, one is kept anew");
        let mut fifth = Journal::new(root.clone(), &ctx);
        fifth.store_copy(1, &kept("Left in order", None)).unwrap();
        fifth.end();
        drop((fourth, fifth));
        let strange = root.join("1-1-0");
        fs::create_dir(&strange).unwrap();
        fs::write(strange.join("1.ron"), "of a version to come").unwrap();
        let mut last = Journal::new(root, &ctx);
        assert_eq!(last.take_left_copies().len(), 1, "a run that ends in order leaves nothing");
        assert!(strange.join("1.ron").is_file(), "what cannot be read is not thrown away");
        assert_eq!(last.unread(), [strange.join("1.ron")]);
    }

    #[test]
    fn what_could_not_be_written_is_written_once_it_can() {
        let dir = tempfile::tempdir().unwrap();
        let mut j = Journal::new(dir.path().join("journal"), &egui::Context::default());
        j.store_copy(1, &kept("First", None)).unwrap();
        let folder = j.folder.clone().unwrap();
        // No file can be made where the folder was.
        let wait = |what: &dyn Fn() -> bool| {
            let began = std::time::Instant::now();
            while !what() {
                assert!(began.elapsed() < Duration::from_secs(30));
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        wait(&|| folder.join("1.ron").is_file());
        fs::remove_dir_all(&folder).unwrap();
        fs::write(&folder, "in the way").unwrap();
        j.store_copy(1, &kept("Second", None)).unwrap();
        wait(&|| j.problem().is_some());
        // What it stood for in an ended run is not given up before it is written.
        let old = dir.path().join("old.ron");
        fs::write(&old, "old").unwrap();
        j.adopt(old.clone());
        j.store_copy(1, &kept("Second", None)).unwrap();
        wait(&|| j.problem().is_some());
        std::thread::sleep(AGAIN + Duration::from_millis(200));
        assert!(old.is_file());
        fs::remove_file(&folder).unwrap();
        wait(&|| fs::read_to_string(folder.join("1.ron")).is_ok_and(|t| t.contains("Second")));
        wait(&|| !old.exists());
    }

    #[test]
    fn a_journal_that_cannot_be_written_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("journal");
        fs::write(&root, "a file where the folder should be").unwrap();
        let mut j = Journal::new(root, &egui::Context::default());
        assert!(j.store_copy(1, &kept("x", None)).is_err());
    }
}
