//! Embedded folders are read by a macro that does not see new files: say when to look again.

fn main() {
    println!("cargo:rerun-if-changed=../assets");
    println!("cargo:rerun-if-changed=../scenarios");
    println!("cargo:rerun-if-changed=build.rs");
}
