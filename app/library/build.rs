//! Lists every chart and scenario, so that the program can carry them. Fonts are in `board`.

use std::io::Write;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let mut files = Vec::new();
    for (folder, prefix) in [("assets", ""), ("scenarios", "scenarios/")] {
        println!("cargo:rerun-if-changed=../../{folder}");
        walk(&root.join(folder), prefix, &mut files)?;
    }
    files.sort();
    let to = PathBuf::from(std::env::var("OUT_DIR").unwrap_or_default()).join("embedded.rs");
    let mut out = std::fs::File::create(to)?;
    writeln!(out, "static EMBEDDED: &[(&str, &str)] = &[")?;
    for (name, path) in files {
        writeln!(out, "    ({name:?}, include_str!({:?})),", path.canonicalize()?)?;
    }
    writeln!(out, "];")
}

fn walk(folder: &Path, prefix: &str, out: &mut Vec<(String, PathBuf)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') {
            continue;
        } else if path.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            walk(&path, &format!("{prefix}{name}/"), out)?;
        } else if name.ends_with(".ron") {
            out.push((format!("{prefix}{name}"), path));
        }
    }
    Ok(())
}
