//! The user's files: where they are, reading them with clear errors, and writing them completely or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many older versions of an overwritten file are kept.
pub const GENERATIONS: usize = 9;
/// The largest file the program reads.
const MOST_BYTES: u64 = 64 << 20;
/// Suffix of files that are being written.
const PART: (&str, &str) = (".oblique-", ".part");
/// Puts all folders below one place: for tests, and for a program carried on a stick.
pub const DATA_VARIABLE: &str = "OBLIQUE_DATA";

/// What went wrong with a file, with its name and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {text} ({remedy})", path = path.display())]
pub struct FileProblem {
    pub path: PathBuf,
    pub text: String,
    pub remedy: String,
}

impl FileProblem {
    pub fn new(path: &Path, text: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { path: path.to_owned(), text: text.into(), remedy: remedy.into() }
    }

    fn io_error(path: &Path, doing: &str, e: &io::Error) -> Self {
        let remedy = match e.kind() {
            io::ErrorKind::NotFound => "check the name and the folder",
            io::ErrorKind::PermissionDenied => "check who may read and write it",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some room on the disk",
            io::ErrorKind::ReadOnlyFilesystem => "choose a folder that can be written to",
            _ => "try again or choose another place",
        };
        // Common reasons have words of their own.
        let why = match e.kind() {
            io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            io::ErrorKind::QuotaExceeded => "no more room is allowed to you on this disk".to_owned(),
            io::ErrorKind::ReadOnlyFilesystem => "nothing can be written on this disk".to_owned(),
            _ => e.to_string(),
        };
        Self::new(path, format!("cannot be {doing}: {why}"), remedy)
    }
}

/// The folders of the program on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    pub data: PathBuf,
    pub config: PathBuf,
}

impl Places {
    /// The user's folders; `None` where there is no home.
    pub fn find() -> Option<Self> {
        match std::env::var_os(DATA_VARIABLE).filter(|v| !v.is_empty()) {
            Some(root) => Some(Self::below_root(Path::new(&root))),
            None => directories::ProjectDirs::from("", "", "oblique-order")
                .map(|d| Self { data: d.data_dir().to_owned(), config: d.config_dir().to_owned() }),
        }
    }

    pub fn below_root(root: &Path) -> Self {
        Self { data: root.to_owned(), config: root.join("config") }
    }

    /// Charts, scenarios and fonts of the user's own, in place of the shipped ones.
    pub fn own_files_folder(&self) -> PathBuf {
        self.data.join("own")
    }

    /// Scenarios of the user's own.
    pub fn own_scenarios(&self) -> PathBuf {
        self.own_files_folder().join("scenarios")
    }

    pub fn saves(&self) -> PathBuf {
        self.data.join("saves")
    }

    /// The match being played, written after every action.
    pub fn autosave(&self) -> PathBuf {
        self.saves().join("autosave.oblique")
    }

    /// Changed documents of the editor, a folder for each run of the program.
    pub fn journal(&self) -> PathBuf {
        self.data.join("journal")
    }

    /// Marks that a process is playing a match; removed when the program ends normally.
    pub fn running(&self) -> PathBuf {
        self.saves().join(".running")
    }

    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.ron")
    }
}

/// Reads a file as bytes.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, FileProblem> {
    let meta = fs::metadata(path).map_err(|e| FileProblem::io_error(path, "read", &e))?;
    if meta.is_dir() {
        return Err(FileProblem::new(path, "is a folder, not a file", "name a file in it"));
    }
    if meta.len() > MOST_BYTES {
        let text = format!("is {} MB large; at most {} are read", meta.len() >> 20, MOST_BYTES >> 20);
        return Err(FileProblem::new(path, text, "this is hardly a file of this program"));
    }
    fs::read(path).map_err(|e| FileProblem::io_error(path, "read", &e))
}

/// Reads a file as text.
pub fn read_text(path: &Path) -> Result<String, FileProblem> {
    text_of(path, read_bytes(path)?)
}

/// Bytes as text, or the position of the first invalid one.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, FileProblem> {
    String::from_utf8(bytes).map_err(|e| {
        let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = good.iter().filter(|b| **b == b'\n').count() + 1;
        // No text contains a zero byte, whatever its encoding.
        match e.as_bytes().contains(&0) {
            true => FileProblem::new(path, "this is no text file", "choose a file of this program"),
            false => {
                FileProblem::new(path, format!("line {line}: this is not UTF-8 text"), "save it as UTF-8")
            }
        }
    })
}

/// A fingerprint that changes when the file is written: size and time of change.
pub fn file_stamp(path: &Path) -> Option<u64> {
    let meta = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let changed = meta.modified().ok().and_then(|t| t.duration_since(std::time::SystemTime::UNIX_EPOCH).ok());
    let nanos = changed.map_or(0, |d| d.as_nanos() as u64);
    Some(nanos.rotate_left(20) ^ meta.len())
}

/// Whether both paths name the same file, directly or through links.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// What happens to the version that is overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// The last versions ([`GENERATIONS`]) stay in the folder `.generations` beside the file.
    Generations,
    /// The last version stays there, as number 0: for files written every few seconds.
    Last,
    Nothing,
}

/// Writes a file completely or not at all: a temporary file in the same folder is filled, synced and renamed. Returns a
/// message if the older version could not be kept; the file is written all the same.
pub fn write(path: &Path, bytes: &[u8], keep: Keep) -> Result<Option<String>, FileProblem> {
    // A link stays a link: the file it names is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.is_dir() {
        return Err(FileProblem::new(path, "is a folder", "give a file name"));
    }
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder).map_err(|e| FileProblem::io_error(folder, "made", &e))?;
    let mut temp = temporary_name(folder, path).map_err(|e| FileProblem::io_error(path, "written", &e))?;
    let filled = temp.write_all(bytes).and_then(|()| temp.as_file().sync_all());
    filled.map_err(|e| FileProblem::io_error(path, "written", &e))?;
    let note = match keep {
        Keep::Generations if path.exists() => rotate_generations(folder, path).err().map(|e| {
            let name = path.display();
            format!("{name} is written, but its older version could not be kept: {e}")
        }),
        Keep::Last if path.exists() => {
            let kept = fs::create_dir_all(folder.join(".generations"))
                .and_then(|()| fs::copy(path, generation_path(path, 0)));
            kept.err().map(|e| format!("the last version of {} could not be kept: {e}", path.display()))
        }
        _ => None,
    };
    temp.persist(path).map_err(|e| FileProblem::io_error(path, "written", &e.error))?;
    // The rename is durable only when the folder is synced too. Not every system can do that.
    if let Ok(dir) = fs::File::open(folder) {
        let _ = dir.sync_all();
    }
    if keep == Keep::Generations {
        sweep_temporary(folder);
    }
    Ok(note)
}

/// Removes temporary files of a program that was killed while saving: those older than an hour.
fn sweep_temporary(folder: &Path) {
    let hour = std::time::Duration::from_secs(3600);
    let old = |p: &Path| {
        let changed = fs::metadata(p).and_then(|m| m.modified()).ok();
        changed.and_then(|t| t.elapsed().ok()).is_some_and(|age| age > hour)
    };
    let ours = |p: &Path| {
        let name = p.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        name.starts_with(PART.0) && name.ends_with(PART.1)
    };
    let Ok(list) = fs::read_dir(folder) else { return };
    for path in list.filter_map(Result::ok).map(|e| e.path()).filter(|p| ours(p) && old(p)) {
        let _ = fs::remove_file(path);
    }
}

fn temporary_name(folder: &Path, path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PART.0).suffix(PART.1);
    let old = fs::metadata(path).ok().map(|m| m.permissions());
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = old.unwrap_or_else(|| fs::Permissions::from_mode(0o666));
        builder.permissions(mode).tempfile_in(folder)
    }
    #[cfg(not(unix))]
    builder.tempfile_in(folder)
}

/// The path of version `n` of a file: 1 is the save before the present one, 0 the last one written.
pub fn generation_path(path: &Path, n: usize) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    folder.join(".generations").join(format!("{name}~{n}"))
}

/// The file of which this is an older version.
pub fn original_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|f| f.file_name().is_some_and(|n| n == ".generations"))?;
    let (name, number) = path.file_name()?.to_str()?.rsplit_once('~')?;
    number.parse::<usize>().ok()?;
    folder.parent().map(|f| f.join(name))
}

fn rotate_generations(folder: &Path, path: &Path) -> io::Result<()> {
    fs::create_dir_all(folder.join(".generations"))?;
    for n in (1..GENERATIONS).rev() {
        let from = generation_path(path, n);
        if from.exists() {
            fs::rename(from, generation_path(path, n + 1))?;
        }
    }
    // A copy, not a rename: the file must be there at every moment.
    let kept = generation_path(path, 1);
    fs::copy(path, &kept)?;
    // The copy gets the time of the original, where the system allows it.
    if let Ok(saved) = fs::metadata(path).and_then(|m| m.modified()) {
        let _ = fs::File::options().write(true).open(&kept).and_then(|f| f.set_modified(saved));
    }
    Ok(())
}

/// The file and its older versions that exist, the latest first.
pub fn file_versions(path: &Path) -> Vec<PathBuf> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let older: Vec<PathBuf> = (0..=GENERATIONS).map(|n| generation_path(&path, n)).collect();
    std::iter::once(path).chain(older).filter(|p| p.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_are_kept_and_nothing_is_left_lying() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("sub/game.oblique");
        assert!(file_versions(&file).is_empty());
        for n in 1..=GENERATIONS + 3 {
            assert_eq!(write(&file, format!("{n}").as_bytes(), Keep::Generations), Ok(None));
        }
        let texts: Vec<String> = file_versions(&file).iter().map(|p| read_text(p).unwrap()).collect();
        let all: Vec<String> = (3..=GENERATIONS + 3).rev().map(|n| n.to_string()).collect();
        assert_eq!(texts, all, "the file and as many older ones, the latest first");
        assert!(!generation_path(&file, GENERATIONS + 1).exists());
        assert_eq!(original_of(&generation_path(&file, 3)), Some(file.clone()));
        assert_eq!(original_of(&file), None);
        let left: Vec<_> = fs::read_dir(dir.path().join("sub")).unwrap().map(|e| e.unwrap().path()).collect();
        assert_eq!(left.len(), 2, "the file and its generations: {left:?}");
    }

    #[test]
    fn an_older_version_is_as_old_as_what_it_holds() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.ron");
        write(&file, b"first", Keep::Generations).unwrap();
        let then = std::time::SystemTime::now() - std::time::Duration::from_secs(5000);
        fs::File::options().write(true).open(&file).unwrap().set_modified(then).unwrap();
        write(&file, b"second", Keep::Generations).unwrap();
        let kept = fs::metadata(generation_path(&file, 1)).unwrap().modified().unwrap();
        assert_eq!(kept.duration_since(then).unwrap().as_secs(), 0);
    }

    #[test]
    fn what_a_killed_save_left_is_swept_up_later() {
        let dir = tempfile::tempdir().unwrap();
        let (old, fresh) = (dir.path().join(".oblique-a1.part"), dir.path().join(".oblique-b2.part"));
        fs::write(&old, "half").unwrap();
        fs::write(&fresh, "being written").unwrap();
        fs::write(dir.path().join(".other.part"), "another's").unwrap();
        let then = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
        for p in [&old, &dir.path().join(".other.part")] {
            fs::File::options().write(true).open(p).unwrap().set_modified(then).unwrap();
        }
        write(&dir.path().join("a.ron"), b"whole", Keep::Generations).unwrap();
        assert!(!old.exists() && fresh.exists() && dir.path().join(".other.part").exists());
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.ron");
        write(&file, b"old", Keep::Nothing).unwrap();
        let mut mode = fs::metadata(&file).unwrap().permissions();
        mode.set_readonly(true);
        fs::set_permissions(&file, mode).unwrap();
        let e = write(&file, b"new", Keep::Generations).unwrap_err();
        assert!(e.to_string().contains("read-only"), "{e}");
        assert_eq!(read_text(&file).unwrap(), "old");
        assert!(write(dir.path(), b"x", Keep::Nothing).is_err(), "a folder is no file");
    }

    #[test]
    fn a_file_is_known_again_and_told_from_what_another_wrote() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.ron");
        assert_eq!(file_stamp(&file), None);
        write(&file, b"one", Keep::Nothing).unwrap();
        let first = file_stamp(&file);
        assert!(first.is_some() && first == file_stamp(&file));
        write(&file, b"three", Keep::Nothing).unwrap();
        assert_ne!(file_stamp(&file), first);
        assert!(is_same_file(&file, &dir.path().join(".").join("a.ron")));
        assert!(!is_same_file(&file, &dir.path().join("b.ron")));
        #[cfg(unix)]
        {
            let link = dir.path().join("link.ron");
            std::os::unix::fs::symlink(&file, &link).unwrap();
            assert!(is_same_file(&file, &link));
            write(&link, b"by the link", Keep::Generations).unwrap();
            assert_eq!(read_text(&file).unwrap(), "by the link");
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "a link stays a link");
        }
    }

    #[test]
    fn errors_name_the_place_and_the_remedy() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.ron");
        assert!(read_text(&file).unwrap_err().to_string().contains("check the name"));
        write(&file, b"one\ntwo \xff", Keep::Nothing).unwrap();
        assert!(read_text(&file).unwrap_err().to_string().contains("line 2: this is not UTF-8"));
        assert!(read_text(dir.path()).unwrap_err().to_string().contains("is a folder"));
    }
}
