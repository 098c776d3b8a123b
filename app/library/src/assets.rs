//! Charts and scenarios (and, in `board`, fonts): embedded in the program, overridden file by file from a folder of
//! the user's own. Debug builds read the project's folders, so that a changed chart needs no build.
//!
//! Paths use `/`. `scenarios/…` is the folder of scenarios, everything else is below `assets/`.

use crate::files::{self, Places};
use engine::scenario::{At, Issues};
use engine::{AssetError, AssetSource};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

// Sorted by path.
include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

const SCENARIO_FOLDER: &str = "scenarios";
/// Deeper folders of the user's are ignored.
const DEEPEST: usize = 4;
/// A folder with more files than this is not one of the program's.
const MOST_FILES: usize = 4000;

/// The files shipped with the program.
#[derive(Debug, Clone)]
enum Shipped {
    /// The project's own folder.
    Disk(PathBuf),
    Embedded,
}

/// All text and fonts the program works with.
#[derive(Debug, Clone)]
pub struct Assets {
    shipped: Shipped,
    folder: Option<PathBuf>,
    own: BTreeMap<String, Vec<u8>>,
    /// The user's files that do not load; the shipped ones are used instead.
    refused: BTreeSet<String>,
    issues: Issues,
}

impl Assets {
    /// The shipped files, overridden by the user's own.
    pub fn open() -> Self {
        Self::with_own(Places::find().map(|p| p.own_files_folder()))
    }

    /// The shipped files only.
    pub fn shipped() -> Self {
        Self::with_own(None)
    }

    /// With this folder for the user's files.
    pub fn with_own(folder: Option<PathBuf>) -> Self {
        let mut assets = Self {
            shipped: Shipped::find(),
            folder,
            own: BTreeMap::new(),
            refused: BTreeSet::new(),
            issues: Issues::default(),
        };
        assets.scan_folder();
        assets
    }

    /// Where the user's own files belong.
    pub fn own_folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Problems with the user's files.
    pub fn issues(&self) -> &Issues {
        &self.issues
    }

    /// Paths of the user's files in use.
    pub fn own_files(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(String::as_str).filter(|p| !self.refused.contains(*p))
    }

    /// Rejects a file of the user's, with the reason; the shipped one is used.
    pub fn refuse_file(&mut self, path: &str, why: impl Into<String>) {
        if self.refused.insert(path.to_owned()) {
            let place = self.place_of(path);
            let remedy = if self.shipped.has_file(path) {
                "the shipped file serves until it is put right or removed"
            } else {
                "it is left out until it is put right or removed"
            };
            self.issues.warning(At::Field(path.to_owned()), place, why).remedy(remedy);
        }
    }

    /// The same with this file as the only one of the user's.
    pub fn with_only(&self, path: &str) -> Self {
        let mut one = Self { own: BTreeMap::new(), ..self.clone() };
        one.own.extend(self.own.get(path).map(|bytes| (path.to_owned(), bytes.clone())));
        one
    }

    /// The same with these texts as if they were the user's files.
    pub fn overlaid_with(&self, texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut out = self.clone();
        for (path, text) in texts {
            out.refused.remove(&path);
            out.own.insert(path, text.into_bytes());
        }
        out
    }

    /// The user's own typeface in place of the shipped one of this file name.
    pub fn own_font(&self, file: &str) -> Option<Vec<u8>> {
        let path = format!("fonts/{file}");
        self.is_override(&path).then(|| self.own.get(&path).cloned()).flatten()
    }

    /// Reads any file, text or not.
    pub fn read_bytes(&self, path: &str) -> Result<Vec<u8>, AssetError> {
        match self.own.get(path) {
            Some(bytes) if !self.refused.contains(path) => Ok(bytes.clone()),
            _ => self.shipped.read(path),
        }
    }

    /// The shipped text, even if the user has replaced it.
    pub fn read_shipped(&self, path: &str) -> Result<String, AssetError> {
        text(path, self.shipped.read(path)?)
    }

    /// Paths of all scenarios, shipped and own, sorted.
    pub fn scenarios(&self) -> Vec<String> {
        let folders = self.shipped.folders(SCENARIO_FOLDER).into_iter();
        let own = self.own_files().filter_map(|p| p.strip_prefix("scenarios/")?.split_once('/'));
        let all: BTreeSet<String> = folders.chain(own.map(|(f, _)| f.to_owned())).collect();
        let files = all.iter().flat_map(|f| self.list(&format!("{SCENARIO_FOLDER}/{f}")));
        // Own scenarios may lie beside the folders of the rule systems, where they are first saved.
        let beside =
            self.own_files().filter(|p| p.strip_prefix("scenarios/").is_some_and(|rest| !rest.contains('/')));
        let mut out: Vec<String> =
            files.chain(beside.map(str::to_owned)).filter(|p| p.ends_with(".ron")).collect();
        out.sort_unstable();
        out
    }

    /// The path of a user's file, for messages.
    fn place_of(&self, path: &str) -> String {
        self.folder.as_ref().map_or_else(|| path.to_owned(), |f| f.join(path).display().to_string())
    }

    fn scan_folder(&mut self) {
        let Some(folder) = self.folder.clone().filter(|f| f.is_dir()) else { return };
        let Ok(root) = folder.canonicalize() else { return };
        let mut found = Vec::new();
        walk_folder(&root, &root, 0, &mut found, &mut self.issues);
        for path in found {
            let Some(name) = asset_name(&root, &path) else { continue };
            match self.read_admitted(&name, &path) {
                Ok(bytes) => {
                    self.own.insert(name, bytes);
                }
                Err(why) => {
                    let place = path.display().to_string();
                    self.issues
                        .warning(At::Field(name), place, why)
                        .remedy("the file is not used; where there is a shipped one, that serves");
                }
            }
        }
    }

    fn read_admitted(&self, name: &str, path: &Path) -> Result<Vec<u8>, String> {
        let bytes = files::read_bytes(path).map_err(|e| e.text)?;
        let kind = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
        match kind.as_str() {
            "ron" => {
                let text = files::text_of(path, bytes).map_err(|e| e.text)?;
                let scenario = name.starts_with("scenarios/");
                if !scenario && !self.shipped.has_file(name) {
                    return Err("there is no chart of this name".into());
                }
                Ok(text.into_bytes())
            }
            "ttf" | "otf" => {
                let known: [&[u8]; 4] = [b"\0\x01\0\0", b"OTTO", b"true", b"ttcf"];
                if known.iter().any(|k| bytes.starts_with(k)) {
                    Ok(bytes)
                } else {
                    Err("this is not a font".into())
                }
            }
            _ => Err("neither a .ron file nor a font".into()),
        }
    }
}

impl AssetSource for Assets {
    fn read(&self, path: &str) -> Result<String, AssetError> {
        text(path, self.read_bytes(path)?)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let below = |p: &str| p.strip_prefix(&prefix).is_some_and(|rest| !rest.contains('/'));
        let mut all: BTreeSet<String> = self.own_files().filter(|p| below(p)).map(str::to_owned).collect();
        all.extend(self.shipped.files(folder));
        all.into_iter().collect()
    }

    fn is_override(&self, path: &str) -> bool {
        self.own.contains_key(path) && !self.refused.contains(path)
    }
}

fn text(path: &str, bytes: Vec<u8>) -> Result<String, AssetError> {
    String::from_utf8(bytes)
        .map_err(|_| AssetError::Unreadable { path: path.to_owned(), why: "this is not UTF-8 text".into() })
}

impl Shipped {
    fn find() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        if cfg!(debug_assertions) && root.join("assets").is_dir() && root.join(SCENARIO_FOLDER).is_dir() {
            Self::Disk(root)
        } else {
            Self::Embedded
        }
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, AssetError> {
        let missing = || AssetError::Missing(path.to_owned());
        if !is_plain(path) {
            return Err(missing());
        }
        match self {
            Self::Disk(root) => {
                let file = on_disk(root, path);
                if !file.is_file() {
                    return Err(missing());
                }
                let unreadable = |e: files::FileProblem| AssetError::Unreadable {
                    path: path.to_owned(),
                    why: e.text.clone(),
                };
                files::read_bytes(&file).map_err(unreadable)
            }
            Self::Embedded => embedded_text(path).map(|t| t.as_bytes().to_vec()).ok_or_else(missing),
        }
    }

    fn has_file(&self, path: &str) -> bool {
        match self {
            _ if !is_plain(path) => false,
            Self::Disk(root) => on_disk(root, path).is_file(),
            Self::Embedded => embedded_text(path).is_some(),
        }
    }

    /// Paths of files directly below a folder.
    fn files(&self, folder: &str) -> Vec<String> {
        self.folder_entries(folder, false).into_iter().map(|name| format!("{folder}/{name}")).collect()
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.folder_entries(folder, true)
    }

    fn folder_entries(&self, folder: &str, folders: bool) -> Vec<String> {
        let mut out: Vec<String> = match self {
            _ if !is_plain(folder) => Vec::new(),
            Self::Disk(root) => {
                let Ok(list) = std::fs::read_dir(on_disk(root, folder)) else { return Vec::new() };
                let wanted = |p: &PathBuf| if folders { p.is_dir() } else { p.is_file() };
                list.flatten().map(|e| e.path()).filter(wanted).filter_map(|p| name_of(&p)).collect()
            }
            Self::Embedded => {
                let prefix = format!("{folder}/");
                let below = EMBEDDED.iter().filter_map(|e| e.0.strip_prefix(&prefix));
                below
                    .filter_map(|rest| match (rest.split_once('/'), folders) {
                        (Some((name, _)), true) => Some(name),
                        (None, false) => Some(rest),
                        _ => None,
                    })
                    .map(str::to_owned)
                    .collect()
            }
        };
        out.retain(|name| !name.starts_with('.'));
        out.sort();
        out.dedup();
        out
    }
}

fn name_of(path: &Path) -> Option<String> {
    path.file_name().and_then(|n| n.to_str()).map(str::to_owned)
}

fn embedded_text(path: &str) -> Option<&'static str> {
    EMBEDDED.binary_search_by(|e| e.0.cmp(path)).ok().map(|i| EMBEDDED[i].1)
}

fn on_disk(root: &Path, path: &str) -> PathBuf {
    let scenario = path == SCENARIO_FOLDER || path.starts_with("scenarios/");
    if scenario { root.join(path) } else { root.join("assets").join(path) }
}

/// Whether a path is relative and never leaves its root.
fn is_plain(path: &str) -> bool {
    !path.is_empty()
        && !path.contains('\\')
        && Path::new(path).components().all(|c| matches!(c, Component::Normal(_)))
}

/// `units.ron` below the root as an asset path.
fn asset_name(root: &Path, path: &Path) -> Option<String> {
    let rest = path.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = rest.components().map(|c| c.as_os_str().to_str()).collect();
    parts.map(|p| p.join("/")).filter(|p| is_plain(p))
}

/// Files below `folder` that are really below `root` (links resolved); hidden ones are ignored.
fn walk_folder(root: &Path, folder: &Path, depth: usize, out: &mut Vec<PathBuf>, issues: &mut Issues) {
    let Ok(list) = std::fs::read_dir(folder) else {
        issues.warning(At::Whole, folder.display().to_string(), "this folder cannot be read");
        return;
    };
    let mut entries: Vec<PathBuf> = list.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        let hidden = name_of(&path).is_none_or(|n| n.starts_with('.'));
        if hidden || out.len() >= MOST_FILES {
            continue;
        }
        let Ok(meta) = path.symlink_metadata() else { continue };
        if meta.is_symlink() {
            let inside = path.canonicalize().is_ok_and(|p| p.starts_with(root) && p.is_file());
            if inside {
                out.push(path);
            } else {
                issues
                    .warning(At::Whole, path.display().to_string(), "this link leads out of the folder")
                    .remedy("it is not followed; put the file itself here");
            }
        } else if meta.is_dir() && depth < DEEPEST {
            walk_folder(root, &path, depth + 1, out, issues);
        } else if meta.is_file() {
            out.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_files_are_the_same_embedded_and_on_disk() {
        let disk = Shipped::Disk(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        let rulesets = Shipped::Embedded.folders("scenarios");
        assert!(!rulesets.is_empty());
        for folder in rulesets {
            let folder = format!("scenarios/{folder}");
            let files = Shipped::Embedded.files(&folder);
            assert_eq!(files, disk.files(&folder));
            for f in files {
                assert_eq!(Shipped::Embedded.read(&f), disk.read(&f));
            }
        }
    }

    #[test]
    fn paths_stay_inside() {
        for bad in
            ["../Cargo.toml", "/etc/passwd", "scenarios/../Cargo.toml", "", "a\\b", "scenarios/../../x"]
        {
            for s in [Shipped::Embedded, Shipped::Disk(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))] {
                assert_eq!(s.read(bad), Err(AssetError::Missing(bad.into())), "{bad}");
            }
        }
    }

    #[test]
    fn own_files_override_and_links_do_not_escape() {
        let dir = tempfile::tempdir().unwrap();
        let own = dir.path().join("own");
        let folder = own.join("scenarios/some-rules");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("mine.ron"), "()").unwrap();
        std::fs::write(own.join("scenarios/beside.ron"), "()").unwrap();
        std::fs::write(folder.join("garbled.ron"), b"\xff\xfe").unwrap();
        std::fs::write(own.join("letter.txt"), "hello").unwrap();
        std::fs::write(own.join("misspelt.ron"), "()").unwrap();
        let secret = dir.path().join("secret.ron");
        std::fs::write(&secret, "secret").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&secret, folder.join("link.ron")).unwrap();
        let assets = Assets::with_own(Some(own));
        assert!(assets.scenarios().contains(&"scenarios/some-rules/mine.ron".to_owned()));
        assert!(assets.is_override("scenarios/some-rules/mine.ron"));
        assert_eq!(assets.read("scenarios/some-rules/mine.ron"), Ok("()".into()));
        assert!(assets.scenarios().contains(&"scenarios/beside.ron".to_owned()));
        assert_eq!(assets.own_files().count(), 2);
        let said: Vec<String> = assets.issues().list.iter().map(ToString::to_string).collect();
        let unix = usize::from(cfg!(unix));
        assert_eq!(said.len(), 3 + unix, "{said:#?}");
        assert!(assets.read("scenarios/some-rules/link.ron").is_err());
    }

    #[test]
    fn a_refused_file_gives_way_to_the_shipped_one() {
        let shipped = Assets::shipped();
        let path = shipped.scenarios().remove(0);
        let mut assets = shipped.overlaid_with([(path.clone(), "mine".to_owned())]);
        assert_eq!(assets.read(&path), Ok("mine".into()));
        assets.refuse_file(&path, "no good");
        assert_eq!(assets.read(&path), shipped.read(&path));
        assert!(!assets.is_override(&path));
        assert_eq!(assets.issues().list.len(), 1);
    }
}
