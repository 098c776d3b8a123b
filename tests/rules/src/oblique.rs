//! The program as a shell sees it: output, files and exit codes.

// Helpers of tests are tests.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The program with a data folder of its own.
pub struct Oblique {
    program: &'static str,
    pub home: TempDir,
}

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(o: Output) -> Self {
        Self {
            code: o.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&o.stdout).into_owned(),
            err: String::from_utf8_lossy(&o.stderr).into_owned(),
        }
    }
}

impl Oblique {
    /// The binary at this path.
    pub fn new(program: &'static str) -> Self {
        Self { program, home: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(self.program);
        c.args(args)
            .env("OBLIQUE_DATA", self.home.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        c
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.command(args).output().unwrap().into()
    }

    /// Runs with a script on standard input.
    pub fn script(&self, scenario: &str, text: &str, more: &[&str]) -> Ran {
        let mut c = self.command(&["script", scenario, "-"]);
        c.args(more).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = c.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait_with_output().unwrap().into()
    }
}

pub fn words(path: &Path) -> &str {
    path.to_str().unwrap()
}
