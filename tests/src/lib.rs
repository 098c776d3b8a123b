//! What the tests of screens and paper share, beside what needs no screen. Nothing here names a rule system: whatever
//! is registered is tested.

pub mod desk;
pub mod fits;

pub use rule_tests::*;
